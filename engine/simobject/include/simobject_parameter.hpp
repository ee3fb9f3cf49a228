/* SPDX-License-Identifier: MIT-0 OR MIT OR Apache-2.0
 *
 * The part of simobject.hpp about parameters: include that. */

#include "simobject.hpp"

#ifndef BOWLINE_SIMOBJECT_PARAMETER_HPP
#define BOWLINE_SIMOBJECT_PARAMETER_HPP

namespace bowline {

/// Unit and description for the reference; for a parameter also its bounds.
class About {
public:
    About() = default;
    About(const char *unit, const char *doc) : m_unit(unit), m_doc(doc) {}

    About &AtLeast(double bound) { return Lower(bound, BOWLINE_BOUND_LOWER); }
    About &MoreThan(double bound) { return Lower(bound, BOWLINE_BOUND_LOWER | BOWLINE_BOUND_LOWER_EXCLUDED); }
    About &AtMost(double bound) { return Upper(bound, BOWLINE_BOUND_UPPER); }
    About &LessThan(double bound) { return Upper(bound, BOWLINE_BOUND_UPPER | BOWLINE_BOUND_UPPER_EXCLUDED); }

private:
    friend class Creator;

    About &Lower(double bound, std::uint32_t bits) {
        m_lower = bound;
        m_bounds |= bits;
        return *this;
    }
    About &Upper(double bound, std::uint32_t bits) {
        m_upper = bound;
        m_bounds |= bits;
        return *this;
    }

    const char *m_unit = "";
    const char *m_doc = "";
    std::uint32_t m_bounds = 0;
    double m_lower = 0.0, m_upper = 0.0;
};

/// Rows of numbers, written `0, 1; -0.5, -2` in scenarios.
class Matrix {
public:
    Matrix() = default;
    /// So many rows and columns; the elements row by row.
    Matrix(std::size_t rows, std::size_t columns, std::vector<double> elements)
        : m_rows(rows), m_columns(columns), m_elements(std::move(elements)) {
        if (m_elements.size() != rows * columns) {
            throw Failure("a matrix of " + std::to_string(rows) + " x " + std::to_string(columns) + " was made of " +
                          std::to_string(m_elements.size()) + " numbers");
        }
    }
    Matrix(std::initializer_list<std::initializer_list<double>> rows)
        : m_rows(rows.size()), m_columns(rows.size() == 0 ? 0 : rows.begin()->size()) {
        for (const std::initializer_list<double> &row : rows) {
            if (row.size() != m_columns) {
                throw Failure("the rows of a matrix are not of one width");
            }
            m_elements.insert(m_elements.end(), row);
        }
    }

    std::size_t Rows() const { return m_rows; }
    std::size_t Columns() const { return m_columns; }
    double operator()(std::size_t row, std::size_t column) const { return m_elements[row * m_columns + column]; }
    /// The numbers of a row.
    const double *Row(std::size_t row) const { return m_elements.data() + row * m_columns; }
    /// All of them, row by row.
    const std::vector<double> &Elements() const { return m_elements; }

private:
    std::size_t m_rows = 0, m_columns = 0;
    std::vector<double> m_elements;
};

/// What a matrix has to be.
class Shape {
public:
    /// Anything.
    Shape() = default;
    /// So many rows and columns; 0 where any number will do.
    Shape(int rows, int columns) : m_rows(rows), m_columns(columns) {}
    /// As many rows as columns; so many, if it is said.
    static Shape Square(int rows = 0) {
        Shape shape(rows, rows);
        shape.m_square = true;
        return shape;
    }

private:
    friend class Creator;

    int m_rows = 0, m_columns = 0;
    bool m_square = false;
};

/// Which elements of a state's derivatives depend on which elements of a state or in-port.
class Pattern {
public:
    /// Each on its own.
    static Pattern Diagonal() { return Band(0, 0); }
    /// So many diagonals below and above the main one.
    static Pattern Band(std::uint32_t below, std::uint32_t above) {
        Pattern pattern;
        pattern.m_kind = BOWLINE_PATTERN_BAND;
        pattern.m_below = below;
        pattern.m_above = above;
        return pattern;
    }
    /// These pairs of row and column.
    static Pattern Elements(std::initializer_list<std::pair<std::uint32_t, std::uint32_t>> elements) {
        Pattern pattern;
        for (const auto &[row, column] : elements) {
            pattern.m_elements.insert(pattern.m_elements.end(), {row, column});
        }
        return pattern;
    }
    /// None at all.
    static Pattern None() { return {}; }

private:
    friend class Creator;

    std::uint32_t m_kind = BOWLINE_PATTERN_ELEMENTS, m_below = 0, m_above = 0;
    std::vector<std::uint32_t> m_elements;
};

} // namespace bowline

#endif
