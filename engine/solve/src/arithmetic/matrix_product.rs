//! Products of blocks of a matrix, as the factorisation of a dense one needs
//! them.

use std::ops::Range;

use super::kernel::Kernel;
use super::lanes::{COUNT, Lanes};

/// So many rows go together.
pub const SLAB: usize = 2 * COUNT;
/// With so many columns a slab's sums fill the registers of AVX2.
const COLUMNS: usize = 4;
/// So many columns of the left factor are gone through before the next ones,
/// and of these so many slabs of rows: they stay in the nearest cache.
const DEPTH: usize = 64;
const SLABS: usize = 4;

/// A row of a slab: numbers of one column.
type Strip = [[f64; COUNT]; 2];

/// Room for a part of a left factor.
#[derive(Debug, Clone, Default)]
pub struct Packed(Vec<Strip>);

/// Which blocks of a matrix are multiplied, which is stored column by column.
#[derive(Debug, Clone)]
pub struct Blocks {
    /// How far its columns lie apart.
    pub stride: usize,
    /// The rows of the left factor, and of what loses the product: a multiple of
    /// [`SLAB`] of them.
    pub rows: Range<usize>,
    /// The columns of the left factor, and the rows of the right one.
    pub inner: Range<usize>,
    /// The columns of the right factor, and of what loses the product.
    pub columns: Range<usize>,
}

/// Takes the product of two blocks of a matrix from a third one:
/// `a[rows, columns] -= a[rows, inner] a[inner, columns]`. Each element loses
/// its terms one by one, from the first to the last, as if there were no other
/// one: what comes out does not depend on how a matrix is cut into blocks.
///
/// # Panics
/// If there are rows beside whole slabs, or if `inner` does not end before `rows`
/// and `columns` begin.
pub fn subtract_product(a: &mut [f64], blocks: &Blocks, packed: &mut Packed) {
    assert!(blocks.inner.end <= blocks.rows.start.min(blocks.columns.start), "{blocks:?} overlap");
    assert!(blocks.rows.len().is_multiple_of(SLAB), "{blocks:?} have a part of a slab");
    SubtractProduct { a, blocks, packed }.run_here();
}

struct SubtractProduct<'a> {
    a: &'a mut [f64],
    blocks: &'a Blocks,
    packed: &'a mut Packed,
}

impl Kernel for SubtractProduct<'_> {
    type Output = ();

    #[inline(always)]
    fn len(&self) -> usize {
        self.blocks.rows.len() * self.blocks.columns.len()
    }

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Blocks { stride, rows, inner, columns } = self.blocks;
        let (left, right) = self.a.split_at_mut(columns.start * stride);
        let right = &mut right[..columns.len() * stride];
        for begin in inner.clone().step_by(DEPTH) {
            let part = begin..inner.end.min(begin + DEPTH);
            self.packed.fill(left, *stride, rows, &part);
            for (group, slabs) in self.packed.0.chunks(SLABS * part.len()).enumerate() {
                let rows = rows.start + group * SLABS * SLAB..rows.end;
                let mut quads = right.chunks_exact_mut(COLUMNS * stride);
                for quad in &mut quads {
                    let mut columns = quad.chunks_exact_mut(*stride);
                    let columns = [(); COLUMNS].map(|()| columns.next().unwrap_or_default());
                    subtract_slabs::<L, COLUMNS>(slabs, columns, &part, &rows);
                }
                for column in quads.into_remainder().chunks_exact_mut(*stride) {
                    subtract_slabs::<L, 1>(slabs, [column], &part, &rows);
                }
            }
        }
    }
}

impl Packed {
    /// Copies rows of some columns, slab by slab, each of them column by column.
    #[inline(always)]
    fn fill(&mut self, left: &[f64], stride: usize, rows: &Range<usize>, columns: &Range<usize>) {
        self.0.clear();
        for first in rows.clone().step_by(SLAB) {
            self.0.extend(columns.clone().map(|column| {
                let mut strip = Strip::default();
                strip.as_flattened_mut().copy_from_slice(&left[column * stride + first..][..SLAB]);
                strip
            }));
        }
    }
}

/// Takes the products of some slabs and some columns from these columns, from a
/// row on.
#[inline(always)]
fn subtract_slabs<L: Lanes, const J: usize>(
    slabs: &[Strip],
    columns: [&mut [f64]; J],
    inner: &Range<usize>,
    rows: &Range<usize>,
) {
    let mut below: [&mut [f64]; J] = [(); J].map(|()| <&mut [f64]>::default());
    let mut factors: [&[f64]; J] = [&[]; J];
    for ((column, below), factors) in columns.into_iter().zip(&mut below).zip(&mut factors) {
        let (above, from) = column.split_at_mut(rows.start);
        (*factors, *below) = (&above[inner.clone()], &mut from[..rows.len()]);
    }
    for (slab, first) in slabs.chunks_exact(inner.len()).zip((0..rows.len()).step_by(SLAB)) {
        let mut tile = [Strip::default(); J];
        for (strip, below) in tile.iter_mut().zip(&below) {
            strip.as_flattened_mut().copy_from_slice(&below[first..][..SLAB]);
        }
        let tile = subtract_strips::<L, J>(tile, slab, factors);
        for (strip, below) in tile.iter().zip(&mut below) {
            below[first..][..SLAB].copy_from_slice(strip.as_flattened());
        }
    }
}

/// Takes the products of the strips of one slab and factors from a tile.
#[inline(always)]
fn subtract_strips<L: Lanes, const J: usize>(tile: [Strip; J], slab: &[Strip], factors: [&[f64]; J]) -> [Strip; J] {
    let loaded = |strip: &Strip| strip.each_ref().map(L::load);
    let mut sums = tile.each_ref().map(loaded);
    let factors = factors.map(|factors| &factors[..slab.len()]);
    for (k, strip) in slab.iter().enumerate() {
        let [upper, lower] = loaded(strip);
        for (sum, factors) in sums.iter_mut().zip(&factors) {
            let factor = L::all(factors[k]);
            *sum = [sum[0].minus(upper.times(factor)), sum[1].minus(lower.times(factor))];
        }
    }
    sums.map(|sum| sum.map(L::numbers))
}

#[cfg(test)]
mod tests {
    use super::super::lanes::Plain;
    use super::*;

    /// Numbers of many sizes, with digits to the last place.
    fn matrix(stride: usize, columns: usize) -> Vec<f64> {
        (0..stride * columns).map(|i| (0.5 + 1.7 * i as f64).sin() * 10_f64.powi((i * 7 % 13) as i32 - 6)).collect()
    }

    /// One element after the other.
    fn by_definition(a: &mut [f64], Blocks { stride, rows, inner, columns }: &Blocks) {
        for column in columns.clone() {
            for row in rows.clone() {
                for k in inner.clone() {
                    a[column * stride + row] -= a[k * stride + row] * a[column * stride + k];
                }
            }
        }
    }

    fn bits(a: &[f64]) -> Vec<u64> {
        a.iter().map(|number| number.to_bits()).collect()
    }

    fn shapes() -> impl Iterator<Item = Blocks> {
        let sizes = [
            (8, 1, 1),
            (8, 2, 5),
            (16, 8, 4),
            (16, 64, 7),
            (40, 65, 4),
            (48, 130, 9),
            (8, 3, 1),
            (64, 12, 0),
            (0, 3, 4),
        ];
        sizes.into_iter().flat_map(|(height, depth, width)| {
            [0, 3].map(move |apart| Blocks {
                stride: 2 + depth + apart + height + 1,
                rows: 2 + depth + apart..2 + depth + apart + height,
                inner: 2..2 + depth,
                columns: 2 + depth + apart..2 + depth + apart + width,
            })
        })
    }

    #[test]
    fn it_is_the_product_whatever_the_shape_and_touches_nothing_else() {
        for blocks in shapes() {
            let mut expected = matrix(blocks.stride, blocks.columns.end + 1);
            let mut found = expected.clone();
            by_definition(&mut expected, &blocks);
            subtract_product(&mut found, &blocks, &mut Packed::default());
            assert_eq!(bits(&found), bits(&expected), "{blocks:?}");
        }
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn results_are_the_same_bits_with_all_sets_of_instructions() {
        use super::super::avx2::run_with_avx2;
        use super::super::pairs::Pairs;
        for blocks in shapes() {
            let plain = matrix(blocks.stride, blocks.columns.end);
            let (mut packed, mut results) = (Packed::default(), [plain.clone(), plain.clone(), plain]);
            let [plain, sse2, avx2] = results.each_mut();
            SubtractProduct { a: plain, blocks: &blocks, packed: &mut packed }.run::<Plain>();
            SubtractProduct { a: sse2, blocks: &blocks, packed: &mut packed }.run::<Pairs>();
            assert_eq!(bits(sse2), bits(plain), "{blocks:?}");
            if std::arch::is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has AVX2.
                unsafe { run_with_avx2(SubtractProduct { a: avx2, blocks: &blocks, packed: &mut packed }) };
                assert_eq!(bits(avx2), bits(plain), "{blocks:?}");
            }
        }
    }
}
