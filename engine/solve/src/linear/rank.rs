//! What a matrix leaves open: its rank, and the unknowns of which some have to be known.

/// A pivot that is less than this counts as 0, of rows that are 1 at most for unknowns of their sizes.
const NOTHING: f64 = 1e-9;

/// A square matrix, row by row, with unknowns of sizes that count: what it does not determine.
#[derive(Debug, Clone, PartialEq)]
pub struct Openness {
    /// How many unknowns could be chosen.
    pub count: usize,
    /// How much each unknown moves where something is chosen, from 0 to 1, in its size.
    pub moves: Vec<f64>,
    /// How much each equation takes part in those that say nothing new, from 0 to 1.
    pub redundant: Vec<f64>,
}

impl Openness {
    /// By elimination with complete pivoting, after rows and columns are brought to the same size.
    ///
    /// # Panics
    /// If there are not as many elements as the square of the sizes.
    pub fn of(elements: &[f64], sizes: &[f64]) -> Self {
        let n = sizes.len();
        assert_eq!(elements.len(), n * n, "a square matrix");
        let mut a: Vec<Vec<f64>> =
            elements.chunks(n.max(1)).map(|row| row.iter().zip(sizes).map(|(a, s)| a * s).collect()).collect();
        // A row is an equation, whatever its unit.
        for row in &mut a {
            let most = row.iter().fold(0.0, |most: f64, a| most.max(a.abs()));
            if most > 0.0 {
                row.iter_mut().for_each(|a| *a /= most);
            }
        }
        // What became of the equations: each as a sum of the first ones.
        let mut sums: Vec<Vec<f64>> =
            (0..n).map(|row| (0..n).map(|of| f64::from(u8::from(row == of))).collect()).collect();
        let mut columns: Vec<usize> = (0..n).collect();
        let mut rank = 0;
        while rank < n {
            let all = (rank..n).flat_map(|row| (rank..n).map(move |column| (row, column)));
            let pivot = all.max_by(|(r, c), (s, d)| a[*r][columns[*c]].abs().total_cmp(&a[*s][columns[*d]].abs()));
            let Some((row, column)) = pivot.filter(|(row, column)| a[*row][columns[*column]].abs() > NOTHING) else {
                break;
            };
            a.swap(rank, row);
            sums.swap(rank, row);
            columns.swap(rank, column);
            let (done, rest) = a.split_at_mut(rank + 1);
            let (done_sums, rest_sums) = sums.split_at_mut(rank + 1);
            let (pivot_row, pivot_sums) = (&done[rank], &done_sums[rank]);
            for (row, sum) in rest.iter_mut().zip(rest_sums) {
                let part = row[columns[rank]] / pivot_row[columns[rank]];
                if part != 0.0 {
                    row.iter_mut().zip(pivot_row).for_each(|(a, p)| *a -= part * p);
                    sum.iter_mut().zip(pivot_sums).for_each(|(a, p)| *a -= part * p);
                }
            }
            rank += 1;
        }
        let mut moves = vec![0.0_f64; n];
        for chosen in rank..n {
            let mut x = vec![0.0; n];
            x[columns[chosen]] = 1.0;
            for row in (0..rank).rev() {
                let known: f64 = (row + 1..n).map(|at| a[row][columns[at]] * x[columns[at]]).sum();
                x[columns[row]] = -known / a[row][columns[row]];
            }
            add_parts(&x, &mut moves);
        }
        let mut redundant = vec![0.0; n];
        sums[rank..].iter().for_each(|sum| add_parts(sum, &mut redundant));
        Self { count: n - rank, moves, redundant }
    }
}

/// Adds the parts that numbers have of the largest of them, where they are larger.
fn add_parts(numbers: &[f64], to: &mut [f64]) {
    let most = numbers.iter().fold(0.0, |most: f64, number| most.max(number.abs()));
    to.iter_mut().zip(numbers).for_each(|(to, number)| *to = to.max(number.abs() / most));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_open_is_seen_whatever_the_units() {
        // Two trapped chambers, a piston and its velocity: rates of p1, p2, x, v.
        let (stiff, area, mass) = (1e14, 1e-3, 100.0);
        let rates = [
            [0.0, 0.0, 0.0, -stiff * area],
            [0.0, 0.0, 0.0, stiff * area],
            [0.0, 0.0, 0.0, 1.0],
            [area / mass, -area / mass, 0.0, -3.0],
        ];
        let open = Openness::of(rates.as_flattened(), &[1e5, 1e5, 0.1, 0.1]);
        assert_eq!(open.count, 2);
        // The pressures go together, or the place goes by itself; the velocity never.
        assert_eq!((open.moves[2], open.moves[3]), (1.0, 0.0));
        assert!((open.moves[0] - 1.0).abs() < 1e-12 && (open.moves[1] - 1.0).abs() < 1e-12);
        assert!(open.redundant[3] < 1e-12, "{open:?}");
        let determined = Openness::of(&[2.0, 1.0, 1e-7, 0.0], &[1.0, 1e-6]);
        assert_eq!(determined.count, 0);
        assert_eq!(Openness::of(&[], &[]).count, 0);
    }
}
