//! The parameters of a PID controller.

use simobject::{Creator, SimObject};

use crate::limits::Limits;

/// The parameters of one element.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tuning {
    pub(super) kp: f64,
    /// 1/s.
    pub(super) ki: f64,
    /// s.
    pub(super) kd: f64,
    pub(super) reference_weight: f64,
    pub(super) derivative_weight: f64,
    /// s.
    filter_time: f64,
    /// 1/s; 0 without integral part, infinite if it is not known.
    pub(super) per_tracking_time: f64,
}

impl Tuning {
    /// Asks for the parameters of all elements, and for the limits of the output.
    pub(super) fn declare_limited<T: SimObject>(c: &mut Creator<'_, T>, width: usize) -> (Vec<Self>, Limits) {
        let mut tuning = Self::declare(c, width);
        let limits = Limits::declare(c, width);
        if !limits.exist() {
            tuning.iter_mut().for_each(|tuning| tuning.per_tracking_time = 0.0);
        } else if tuning.iter().any(|tuning| tuning.per_tracking_time.is_infinite()) {
            c.error("TrackingTime", "is needed, since `Ki` stands alone with limits");
        }
        (tuning, limits)
    }

    /// Asks for the parameters of all elements.
    fn declare<T: SimObject>(c: &mut Creator<'_, T>, width: usize) -> Vec<Self> {
        let kp: Vec<f64> = c.parameter("Kp").doc("Proportional gain").length(width).required();
        let ki: Vec<f64> = c
            .parameter("Ki")
            .unit("1/s")
            .doc("Integral gain, Kp / Ti; brings the state Integral")
            .length(width)
            .default(vec![0.0; width]);
        let kd: Vec<f64> = c
            .parameter("Kd")
            .unit("s")
            .doc("Derivative gain, Kp Td; brings the state Filtered")
            .length(width)
            .default(vec![0.0; width]);
        let filter_time: Option<Vec<f64>> = c
            .parameter("FilterTime")
            .unit("s")
            .doc("Time constant of the derivative's filter, needed with Kd; often Td / 10")
            .more_than(0.0)
            .length(width)
            .optional();
        let reference_weight: Vec<f64> = c
            .parameter("ReferenceWeight")
            .doc("Weight of the reference in the proportional part")
            .length(width)
            .default(vec![1.0; width]);
        let derivative_weight: Vec<f64> = c
            .parameter("DerivativeWeight")
            .doc("Weight of the reference in the derivative part")
            .length(width)
            .default(vec![0.0; width]);
        let tracking_time: Option<Vec<f64>> = c
            .parameter("TrackingTime")
            .unit("s")
            .doc("How fast the integral follows a limited output; if not given, sqrt(Kd / Ki), or Kp / Ki without Kd")
            .more_than(0.0)
            .length(width)
            .optional();

        if filter_time.is_none() && kd.iter().any(|kd| *kd != 0.0) {
            c.error("FilterTime", "is needed, since `Kd` is not 0; Kd / Kp / 10 is usual");
        }
        let per_tracking_time = |i: usize| match &tracking_time {
            _ if ki[i] == 0.0 => 0.0,
            Some(time) => 1.0 / time[i],
            None if kd[i] == 0.0 => (ki[i] / kp[i]).abs(),
            None => (ki[i] / kd[i]).abs().sqrt(),
        };
        (0..width)
            .map(|i| Self {
                kp: kp[i],
                ki: ki[i],
                kd: kd[i],
                reference_weight: reference_weight[i],
                derivative_weight: derivative_weight[i],
                filter_time: filter_time.as_ref().map_or(1.0, |time| time[i]),
                per_tracking_time: per_tracking_time(i),
            })
            .collect()
    }

    /// Rate of change of the filtered difference, per second.
    #[inline]
    pub(super) fn filtered_rate(&self, reference: f64, measured: f64, filtered: f64) -> f64 {
        (self.derivative_weight * reference - measured - filtered) / self.filter_time
    }
    /// The same of one that is filtered until a time `h`, s, from now, by the
    /// backward Euler method: its change is `h` times this.
    #[inline]
    pub(super) fn filtered_rate_after(&self, h: f64, reference: f64, measured: f64, filtered: f64) -> f64 {
        (self.derivative_weight * reference - measured - filtered) / (self.filter_time + h)
    }
}
