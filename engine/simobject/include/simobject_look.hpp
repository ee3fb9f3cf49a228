/* SPDX-License-Identifier: MIT-0 OR MIT OR Apache-2.0
 *
 * The part of simobject.hpp about looks, what a SimObject looks like in 3D:
 * include that.
 *
 *     creator->AddLook(bowline::Look::Sphere("Pos", 0.5).Material("Simple/Red"));
 *     creator->AddLook(bowline::Look::Line({"Top", "Nodes", {0.0, 0.0, 20.0}}));
 *     creator->AddLook(bowline::Look::Mesh("hull.glb").Frame("Pos", "Orientation"));
 */

#include "simobject.hpp"

#ifndef BOWLINE_SIMOBJECT_LOOK_HPP
#define BOWLINE_SIMOBJECT_LOOK_HPP

namespace bowline {

/// To what an attribute of a shape is bound: numbers, a port or state by its
/// name, some of its elements, or pieces of these, one after the other.
class Binding {
public:
    Binding(double number) : Binding(std::initializer_list<double>{number}) {}
    Binding(int number) : Binding(static_cast<double>(number)) {}
    Binding(std::initializer_list<double> numbers) { m_pieces.push_back({"", 0, 0, numbers}); }
    Binding(const std::vector<double> &numbers) { m_pieces.push_back({"", 0, 0, numbers}); }
    Binding(const char *signal) : Binding(std::string(signal)) {}
    Binding(const std::string &signal) { m_pieces.push_back({signal, 0, BOWLINE_LOOK_REST, {}}); }
    Binding(std::initializer_list<Binding> parts) {
        for (const Binding &part : parts) {
            m_pieces.insert(m_pieces.end(), part.m_pieces.begin(), part.m_pieces.end());
        }
    }

    /// So many elements of a port or state, from `first` on.
    static Binding Elements(const std::string &signal, std::uint32_t first, std::uint32_t count) {
        Binding binding{std::initializer_list<Binding>{}};
        binding.m_pieces.push_back({signal, first, count, {}});
        return binding;
    }

private:
    friend class Creator;

    struct Piece {
        std::string signal; // none: numbers
        std::uint32_t first, count;
        std::vector<double> numbers;
    };

    std::vector<Piece> m_pieces;
};

/// A shape, to be given to AddLook. Points are 3 numbers, m, in the scenario's
/// axes, or in those of a body where there is a Frame.
class Look {
public:
    explicit Look(std::uint32_t shape) : m_shape(shape) {}

    static Look Sphere(const Binding &centre, const Binding &radius) {
        return Look(BOWLINE_SHAPE_SPHERE).With(BOWLINE_LOOK_CENTRE, centre).With(BOWLINE_LOOK_RADIUS, radius);
    }
    /// With edges of these three lengths.
    static Look Box(const Binding &centre, const Binding &size) {
        return Look(BOWLINE_SHAPE_BOX).With(BOWLINE_LOOK_CENTRE, centre).With(BOWLINE_LOOK_SIZE, size);
    }
    static Look Cylinder(const Binding &from, const Binding &to, const Binding &radius) {
        return Along(BOWLINE_SHAPE_CYLINDER, from, to).With(BOWLINE_LOOK_RADIUS, radius);
    }
    /// From the middle of its base to its tip.
    static Look Cone(const Binding &from, const Binding &to, const Binding &radius) {
        return Along(BOWLINE_SHAPE_CONE, from, to).With(BOWLINE_LOOK_RADIUS, radius);
    }
    static Look Capsule(const Binding &from, const Binding &to, const Binding &radius) {
        return Along(BOWLINE_SHAPE_CAPSULE, from, to).With(BOWLINE_LOOK_RADIUS, radius);
    }
    /// Through points: signals of 3 elements for each point, numbers, or both.
    static Look Line(const Binding &points) { return Look(BOWLINE_SHAPE_LINE).With(BOWLINE_LOOK_POINTS, points); }
    static Look Tube(const Binding &points, const Binding &radius) {
        return Look(BOWLINE_SHAPE_TUBE).With(BOWLINE_LOOK_POINTS, points).With(BOWLINE_LOOK_RADIUS, radius);
    }
    static Look Coil(const Binding &from, const Binding &to, const Binding &radius) {
        return Along(BOWLINE_SHAPE_COIL, from, to).With(BOWLINE_LOOK_RADIUS, radius);
    }
    /// From the mount of its barrel to that of its rod; it needs a Barrel and a Rod.
    static Look HydraulicCylinder(const Binding &from, const Binding &to) {
        return Along(BOWLINE_SHAPE_HYDRAULIC_CYLINDER, from, to);
    }
    /// From a point on, so many metres for each unit of the vector.
    static Look Arrow(const Binding &from, const Binding &vector, const Binding &scale) {
        return Look(BOWLINE_SHAPE_ARROW)
            .With(BOWLINE_LOOK_FROM, from)
            .With(BOWLINE_LOOK_VECTOR, vector)
            .With(BOWLINE_LOOK_SCALE, scale);
    }
    static Look Text(const Binding &centre, const std::string &words, const Binding &height) {
        Look look = Look(BOWLINE_SHAPE_TEXT).With(BOWLINE_LOOK_CENTRE, centre).With(BOWLINE_LOOK_HEIGHT, height);
        look.m_text = words;
        return look;
    }
    /// The axes of the Frame.
    static Look Axes(const Binding &length) { return Look(BOWLINE_SHAPE_AXES).With(BOWLINE_LOOK_LENGTH, length); }
    /// Out of a file.
    static Look Mesh(const std::string &file) {
        Look look(BOWLINE_SHAPE_MESH);
        look.m_text = file;
        return look;
    }
    /// Heights, row by row, so many in each, at these two distances along x and y.
    static Look Surface(const Binding &heights, int columns, const Binding &spacing) {
        return Look(BOWLINE_SHAPE_SURFACE)
            .With(BOWLINE_LOOK_HEIGHTS, heights)
            .With(BOWLINE_LOOK_COLUMNS, columns)
            .With(BOWLINE_LOOK_SPACING, spacing);
    }
    /// Through where a point has been in the last so many seconds; 0: in the whole run.
    static Look Trail(const Binding &point, const Binding &duration) {
        return Look(BOWLINE_SHAPE_TRAIL).With(BOWLINE_LOOK_CENTRE, point).With(BOWLINE_LOOK_DURATION, duration);
    }

    /// In the axes of a body: turned by `world_from_body`, a unit quaternion w, x,
    /// y, z or a rotation matrix, row by row, and moved by the body's position.
    Look &Frame(const Binding &position, const Binding &world_from_body) {
        return With(BOWLINE_LOOK_POSITION, position).With(BOWLINE_LOOK_ORIENTATION, world_from_body);
    }
    /// Shown while this is not 0.
    Look &Visible(const Binding &shown) { return With(BOWLINE_LOOK_VISIBLE, shown); }
    /// Red, green, blue and perhaps opacity, 0 to 1.
    Look &Colour(const Binding &colour) { return With(BOWLINE_LOOK_COLOUR, colour); }
    /// A number that its colour shows, on a scale between these two; of a line, a tube or a surface perhaps one for each
    /// point.
    Look &Value(const Binding &value, double low, double high) {
        return With(BOWLINE_LOOK_VALUE, value).With(BOWLINE_LOOK_VALUE_RANGE, {low, high});
    }
    /// A name, or a colour, `#rrggbb` or `#rrggbbaa`.
    Look &Material(const std::string &material) {
        m_material = material;
        return *this;
    }
    Look &Windings(const Binding &windings) { return With(BOWLINE_LOOK_WINDINGS, windings); }
    /// Radius, and length from its mount to where the rod comes out, m.
    Look &Barrel(const Binding &radius, const Binding &length) {
        return With(BOWLINE_LOOK_BARREL_RADIUS, radius).With(BOWLINE_LOOK_BARREL_LENGTH, length);
    }
    /// Radius, and length from its mount to the piston, m.
    Look &Rod(const Binding &radius, const Binding &length) {
        return With(BOWLINE_LOOK_ROD_RADIUS, radius).With(BOWLINE_LOOK_ROD_LENGTH, length);
    }
    /// With any BOWLINE_LOOK_... bound, instead of what it was bound to.
    Look &With(std::uint32_t attribute, const Binding &binding) {
        const auto is_it = [attribute](const auto &bound) { return bound.first == attribute; };
        m_bindings.erase(std::remove_if(m_bindings.begin(), m_bindings.end(), is_it), m_bindings.end());
        m_bindings.emplace_back(attribute, binding);
        return *this;
    }

private:
    friend class Creator;

    static Look Along(std::uint32_t shape, const Binding &from, const Binding &to) {
        return Look(shape).With(BOWLINE_LOOK_FROM, from).With(BOWLINE_LOOK_TO, to);
    }

    std::uint32_t m_shape;
    std::vector<std::pair<std::uint32_t, Binding>> m_bindings;
    std::string m_material, m_text;
};

} // namespace bowline

#endif
