use simobject::tlm::Wave;

/// Takes away the waves of all ports at which a pressure would be below 0, as
/// Hopsan does, whoever pulled it there. Whether there were any.
#[inline]
pub(super) fn part_at_once<const P: usize>(waves: &mut [Wave; P], pressures: [f64; P]) -> bool {
    let mut is_any = false;
    for (wave, p) in waves.iter_mut().zip(pressures) {
        if p < 0.0 {
            (*wave, is_any) = (Wave::NONE, true);
        }
    }
    is_any
}
