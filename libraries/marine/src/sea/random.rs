//! Numbers by chance that a seed and a counter give.

/// A number of 0 to 1, but not 1: the finaliser of SplitMix64 (Steele, Lea, Flood 2014), once over the seed and once over
/// the sum with the counter. So more numbers leave the first ones as they are.
pub(crate) fn uniform(seed: u64, counter: u64) -> f64 {
    let bits = mixed(mixed(seed).wrapping_add((counter + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

fn mixed(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
