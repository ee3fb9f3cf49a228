//! Explicit Runge-Kutta methods, as data.
//!
//! | name             | order | stages | error estimate | dense output      |
//! |------------------|-------|--------|----------------|-------------------|
//! | Euler            | 1     | 1      |                | straight line (1) |
//! | Heun             | 2     | 2      |                | cubic Hermite (2) |
//! | RK4              | 4     | 4      |                | cubic Hermite (3) |
//! | BogackiShampine  | 3     | 4      | order 2        | cubic Hermite (3) |
//! | DormandPrince    | 5     | 7      | order 4        | quartic (4)       |
//! | Tsitouras        | 5     | 7      | order 4        | quartic (4)       |
//!
//! With `k_i = f(t + c_i h, x + h sum_j a_ij k_j)` a step is
//! `x + h sum_i b_i k_i`. In brackets: the order of the dense output.

/// An explicit Runge-Kutta method.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tableau {
    /// As scenarios write it.
    pub name: &'static str,
    /// Where the numbers come from.
    pub reference: &'static str,
    /// Order of the step.
    pub order: u32,
    /// Times of the stages, in steps.
    pub c: &'static [f64],
    /// Rows of `a`, the first one empty.
    pub a: &'static [&'static [f64]],
    /// Weights of the step.
    pub b: &'static [f64],
    /// The embedded method, if there is one.
    pub error: Option<ErrorEstimate>,
    /// The dense output beyond the cubic Hermite polynomial through both ends (a
    /// straight line for order 1): `theta^2 (1 - theta)^2 h sum_i d_i k_i`.
    pub dense: Option<&'static [f64]>,
}

/// The difference to an embedded method of lower order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ErrorEstimate {
    /// `b` minus the weights of the embedded method.
    pub weights: &'static [f64],
    /// Order of the embedded method.
    pub order: u32,
}

impl Tableau {
    /// Number of stages.
    pub fn stages(&self) -> usize {
        self.b.len()
    }

    /// Whether the last stage is evaluated at the step's end, so that it is
    /// the first one of the next step.
    pub fn first_same_as_last(&self) -> bool {
        let last = self.stages() - 1;
        self.c[last] == 1.0 && self.b[last] == 0.0 && self.a[last] == &self.b[..last]
    }

    /// Order `q` of the dense output: its error in one step falls as `h^(q+1)`.
    pub fn dense_order(&self) -> u32 {
        if self.dense.is_some() { 4 } else { self.order.min(3) }
    }
}

/// All methods.
pub static ALL: [&Tableau; 6] = [&EULER, &HEUN, &RK4, &BOGACKI_SHAMPINE, &DORMAND_PRINCE, &TSITOURAS];

/// Euler's method.
pub static EULER: Tableau = Tableau {
    name: "Euler",
    reference: "L. Euler, Institutionum calculi integralis, vol. 1 (1768)",
    order: 1,
    c: &[0.0],
    a: &[&[]],
    b: &[1.0],
    error: None,
    dense: None,
};

/// Heun's method (explicit trapezoidal rule).
pub static HEUN: Tableau = Tableau {
    name: "Heun",
    reference: "K. Heun, Z. Math. Phys. 45 (1900) 23-38",
    order: 2,
    c: &[0.0, 1.0],
    a: &[&[], &[1.0]],
    b: &[0.5, 0.5],
    error: None,
    dense: None,
};

/// The classical method of order 4.
pub static RK4: Tableau = Tableau {
    name: "RK4",
    reference: "W. Kutta, Z. Math. Phys. 46 (1901) 435-453",
    order: 4,
    c: &[0.0, 0.5, 0.5, 1.0],
    a: &[&[], &[0.5], &[0.0, 0.5], &[0.0, 0.0, 1.0]],
    b: &[1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0],
    error: None,
    dense: None,
};

/// Bogacki and Shampine's 3(2) pair.
pub static BOGACKI_SHAMPINE: Tableau = Tableau {
    name: "BogackiShampine",
    reference: "P. Bogacki, L. F. Shampine, Appl. Math. Lett. 2 (1989) 321-325",
    order: 3,
    c: &[0.0, 0.5, 0.75, 1.0],
    a: &[&[], &[0.5], &[0.0, 0.75], &[2.0 / 9.0, 1.0 / 3.0, 4.0 / 9.0]],
    b: &[2.0 / 9.0, 1.0 / 3.0, 4.0 / 9.0, 0.0],
    error: Some(ErrorEstimate { weights: &[-5.0 / 72.0, 1.0 / 12.0, 1.0 / 9.0, -1.0 / 8.0], order: 2 }),
    dense: None,
};

/// Dormand and Prince's 5(4) pair, with Shampine's dense output as in
/// E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential
/// Equations I, 2nd ed. (1993), section II.6.
pub static DORMAND_PRINCE: Tableau = Tableau {
    name: "DormandPrince",
    reference: "J. R. Dormand, P. J. Prince, J. Comput. Appl. Math. 6 (1980) 19-26",
    order: 5,
    c: &[0.0, 1.0 / 5.0, 3.0 / 10.0, 4.0 / 5.0, 8.0 / 9.0, 1.0, 1.0],
    a: &[
        &[],
        &[1.0 / 5.0],
        &[3.0 / 40.0, 9.0 / 40.0],
        &[44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0],
        &[19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0],
        &[9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0],
        &[35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0],
    ],
    b: &[35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0, 0.0],
    error: Some(ErrorEstimate {
        weights: &[
            71.0 / 57600.0,
            0.0,
            -71.0 / 16695.0,
            71.0 / 1920.0,
            -17253.0 / 339_200.0,
            22.0 / 525.0,
            -1.0 / 40.0,
        ],
        order: 4,
    }),
    dense: Some(&[
        -12_715_105_075.0 / 11_282_082_432.0,
        0.0,
        87_487_479_700.0 / 32_700_410_799.0,
        -10_690_763_975.0 / 1_880_347_072.0,
        701_980_252_875.0 / 199_316_789_632.0,
        -1_453_857_185.0 / 822_651_844.0,
        69_997_945.0 / 29_380_423.0,
    ]),
};

/// Tsitouras's 5(4) pair, with its dense output.
pub static TSITOURAS: Tableau = Tableau {
    name: "Tsitouras",
    reference: "Ch. Tsitouras, Comput. Math. Appl. 62 (2011) 770-775",
    order: 5,
    c: &[0.0, 0.161, 0.327, 0.9, 0.980_025_540_904_509_7, 1.0, 1.0],
    a: &[
        &[],
        &[0.161],
        &[-0.008_480_655_492_356_989, 0.335_480_655_492_357],
        &[2.897_153_057_105_493_5, -6.359_448_489_975_075, 4.362_295_432_869_581_5],
        &[5.325_864_828_439_257, -11.748_883_564_062_828, 7.495_539_342_889_836_5, -0.092_495_066_361_755_25],
        &[
            5.861_455_442_946_42,
            -12.920_969_317_847_11,
            8.159_367_898_576_159,
            -0.071_584_973_281_401,
            -0.028_269_050_394_068_383,
        ],
        &[
            0.096_460_766_818_065_23,
            0.01,
            0.479_889_650_414_499_6,
            1.379_008_574_103_742,
            -3.290_069_515_436_081,
            2.324_710_524_099_774,
        ],
    ],
    b: &[
        0.096_460_766_818_065_23,
        0.01,
        0.479_889_650_414_499_6,
        1.379_008_574_103_742,
        -3.290_069_515_436_081,
        2.324_710_524_099_774,
        0.0,
    ],
    error: Some(ErrorEstimate {
        weights: &[
            -0.001_780_011_052_225_777,
            -0.000_816_434_459_656_746_9,
            0.007_880_878_010_261_995,
            -0.144_711_007_173_262_9,
            0.582_357_165_452_555_2,
            -0.458_082_105_929_186_97,
            1.0 / 66.0,
        ],
        order: 4,
    }),
    dense: Some(&[
        -1.053_088_497_729_021_6,
        0.1017,
        2.490_627_285_651_253,
        -16.548_102_889_244_902,
        47.379_521_962_819_28,
        -34.870_657_861_496_61,
        2.5,
    ]),
};
