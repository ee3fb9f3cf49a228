//! Loops against numbers from elsewhere: reference data, closed forms, solutions by other methods.

use bowline_engine::Run;
use bowline_engine::integration::tableau;

use crate::laboratory::{load, run, scenario};

/// A model of gains of 1, each fed by a formula, and of other SimObjects and connections.
pub(crate) fn net(
    unknowns: &[(String, String)],
    objects: &[&str],
    connections: &str,
    initial: &str,
    engine: &str,
) -> String {
    let gains: Vec<String> = unknowns.iter().map(|(name, _)| format!(r#"base:Signal/Gain {name} Gain="1""#)).collect();
    let all: Vec<&str> = objects.iter().copied().chain(gains.iter().map(String::as_str)).collect();
    let fed: String = unknowns.iter().map(|(name, formula)| format!("{name}.In=\"{formula}\"\n")).collect();
    scenario(&all, &format!("{fed}{connections}"), initial, engine)
}

/// The same of names and formulas that are known beforehand.
pub(crate) fn net_of(
    unknowns: &[(&str, &str)],
    objects: &[&str],
    connections: &str,
    initial: &str,
    engine: &str,
) -> String {
    let unknowns: Vec<(String, String)> = unknowns.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
    net(&unknowns, objects, connections, initial, engine)
}

/// Outputs of a model at the start of its run, or why there are none.
pub(crate) fn outputs(text: &str, names: &[&str]) -> Result<Vec<f64>, String> {
    let model = load(text);
    let mut run = Run::new(&model);
    let probe = |name: &&str| model.probe(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    names.iter().map(|name| run.get(&probe(name)).map(|v| v[0]).map_err(|error| error.to_string())).collect()
}

pub(crate) const AT_ONCE: &str = r#"TOutput="0, 1" FileOutput="objects:all""#;

/// Behind 60 digits of bisection: roughness, Reynolds number, and what Colebrook's formula gives.
const FRICTION: [[f64; 3]; 12] = [
    [0.0, 4e3, 0.039_907_014_055_634_9],
    [0.0, 1e5, 0.017_989_773_084_273_84],
    [0.0, 1e8, 0.005_940_466_351_636_761_5],
    [1e-6, 4e3, 0.039_908_029_446_170_66],
    [1e-6, 1e6, 0.011_668_155_513_485_804],
    [1e-4, 1e5, 0.018_513_866_077_471_644],
    [1e-4, 1e8, 0.011_999_050_555_369_487],
    [1e-3, 4e3, 0.040_910_389_862_846_13],
    [1e-3, 1e8, 0.019_638_632_837_385_286],
    [0.05, 4e3, 0.076_986_834_889_224_86],
    [0.05, 1e6, 0.071_573_753_859_857_87],
    [0.05, 1e8, 0.071_550_904_091_083_25],
];

/// For the friction factor itself, from a guess, as 0 is no friction factor; and for 1 over its root, from nothing.
#[test]
fn colebrooks_friction_factors_have_all_their_digits() {
    for [roughness, reynolds, factor] in FRICTION {
        let of_factor = format!("(-2*log10({roughness:e}/3.7 + 2.51/({reynolds:e}*sqrt(F.Out))))^-2");
        let of_root = format!("-2*log10({roughness:e}/3.7 + 2.51/{reynolds:e}*Y.Out)");
        let start = if roughness == 0.0 { r#"Y.Out="1""# } else { "" };
        let direct = outputs(&net_of(&[("F", &of_factor)], &[], "", r#"F.Out="0.02""#, AT_ONCE), &["F.Out"]).unwrap();
        let root = outputs(&net_of(&[("Y", &of_root)], &[], "", start, AT_ONCE), &["Y.Out"]).unwrap();
        for found in [direct[0], root[0].powi(-2)] {
            assert!((found / factor - 1.0).abs() < 4e-15, "{roughness}, {reynolds}: {found} instead of {factor}");
        }
    }
}

/// Saturation current 1e-14 A, 25 mV, behind 1 kOhm; voltages behind 60 digits of bisection.
#[test]
fn a_diode_behind_a_resistor_is_found_from_nothing() {
    let exact = [
        (20.0, 0.707_204_194_371_047_9),
        (-20.0, -19.999_999_999_99),
        (0.5, 0.495_884_715_837_191_5),
        (1e4, 0.863_467_251_111_437_1),
    ];
    for (volts, exact) in exact {
        for start in ["", r#"V.Out="20""#, r#"V.Out="-3""#, r#"V.Out="1e4""#] {
            let of_voltage = format!("{volts} - 1e3*1e-14*(exp(V.Out/0.025) - 1)");
            let found = outputs(&net_of(&[("V", &of_voltage)], &[], "", start, AT_ONCE), &["V.Out"]).unwrap()[0];
            assert!((found - exact).abs() < 1e-12 * exact.abs().max(1.0), "{volts} V, {start}: {found}");
            // With the current as an unknown of its own.
            let both = [("V", format!("{volts} - 1e3*I.Out")), ("I", "1e-14*(exp(V.Out/0.025) - 1)".to_owned())];
            let both = both.map(|(name, formula)| (name.to_owned(), formula));
            let found = outputs(&net(&both, &[], "", start, AT_ONCE), &["V.Out"]).unwrap()[0];
            assert!((found - exact).abs() < 1e-12 * exact.abs().max(1.0), "{volts} V, {start}: {found} of two");
        }
    }
}

/// A half-wave rectifier: 20 V at 50 Hz, 10 Ohm, a diode, 100 uF beside 1 kOhm. Reference: DOP853 at 1e-13, with the
/// current by Wright's omega function; Radau agrees to 5e-13.
#[test]
fn a_rectifier_charges_its_capacitor_as_by_another_method() {
    let reference = [
        (0.002, 6.150_547_038_467_5),
        (0.004, 14.773_575_740_107_9),
        (0.005, 17.328_063_879_479_2),
        (0.007, 18.002_614_001_577_5),
        (0.010, 17.470_556_350_028_5),
        (0.015, 16.618_507_262_544_4),
        (0.021, 15.650_720_740_976),
        (0.0225, 15.417_711_865_328_5),
        (0.025, 17.939_241_723_122_1),
        (0.030, 17.689_285_897_334_4),
    ];
    let times: Vec<String> = reference.iter().map(|(time, _)| time.to_string()).collect();
    let current = "(20*sin(50 rev/s*time) - D.Out - C.Out)/10";
    let diode = format!("{current} + D.Out - 1e-14*(exp(D.Out/0.025) - 1)");
    let fed = format!(r#"C.In="({current} - C.Out/1e3)/1e-4""#);
    for way in ["DormandPrince", "Tsitouras", "BogackiShampine", "BDF", "ESDIRK34", "auto"] {
        let engine = format!(
            r#"TOutput="0, {}" FileOutput="C.Out" IntegratorMethod="{way}" RelTol="1e-11" AbsTol="1e-11" HMax="1e-4""#,
            times.join(", ")
        );
        let text = net_of(&[("D", &diode)], &["base:Math/Integrator C"], &fed, r#"C.Integral="0""#, &engine);
        let rows = run(&load(&text)).0;
        for ((time, row), (_, exact)) in rows[1..].iter().zip(reference) {
            assert!((row[0] - exact).abs() < 1e-8, "{way}: {} at {time} is {:e} off", row[0], row[0] - exact);
        }
    }
}

/// A massless node between two springs of 1e10 and 3e10 N/m, whose other ends move.
#[test]
fn a_massless_node_between_hard_springs_is_where_their_forces_are_equal() {
    let unknowns = [
        ("F", "1e10*(0.01*sin(7 rad/s*time) - X.Out)"),
        ("G", "3e10*(X.Out - 0.002*cos(31 rad/s*time) - 1e-6*(time/(1 s))^2)"),
        ("X", "X.Out + F.Out - G.Out"),
    ];
    for way in ["DormandPrince", "BDF", "TRBDF2"] {
        let engine = format!(
            r#"TOutput="0:0.01:3" FileOutput="X.Out, F.Out, L.Out" KeepOrder="1" IntegratorMethod="{way}" RelTol="1e-9""#
        );
        let lag = ["base:Math/LowPass L TimeConstant=\"0.1\""];
        let rows = run(&load(&net_of(&unknowns, &lag, r#"L.In="X.Out""#, r#"L.Out="0""#, &engine))).0;
        for (time, row) in rows {
            let (left, right) = (0.01 * (7.0 * time).sin(), 0.002 * (31.0 * time).cos() + 1e-6 * time * time);
            let exact = 0.25 * (left + 3.0 * right);
            assert!((row[0] - exact).abs() < 1e-15, "{way}: {} at {time} is {:e} off", row[0], row[0] - exact);
            let force = 0.75e10 * (left - right);
            assert!((row[1] - force).abs() < 1e-7, "{way}: {} N at {time} is {:e} off", row[1], row[1] - force);
        }
    }
}

/// x' = z with z + 0.3 z^3 = -x, from z = 3: z is 0.3 at log(3/0.3) + 0.45 (3^2 - 0.3^2).
#[test]
fn fixed_steps_have_their_orders_through_a_loop() {
    let z = 0.3_f64;
    let (end, exact) = ((3.0 / z).ln() + 0.45 * (9.0 - z * z), -z * (1.0 + 0.3 * z * z));
    for tableau in tableau::ALL {
        // Small enough for the leading term to rule, large enough for rounding not to.
        let finest = [8192.0, 2048.0, 512.0, 256.0, 128.0][tableau.order as usize - 1];
        let error = |steps: f64| {
            let step = end / steps;
            let engine = format!(r#"TOutput="0, {end:?}" IntegratorMethod="{}" stepsize="{step:?}""#, tableau.name);
            let integrator = ["base:Math/Integrator X"];
            let formula = "-X.Out - 0.3*Z.Out^3";
            let text = net_of(&[("Z", formula)], &integrator, r#"X.In="Z.Out""#, r#"X.Integral="-11.1""#, &engine);
            (run(&load(&text)).1[0] - exact).abs()
        };
        let (fine, coarse) = (error(finest), error(0.5 * finest));
        let (order, nominal) = ((coarse / fine).log2(), f64::from(tableau.order));
        assert!((order - nominal).abs() < 0.2, "{}: order {order}, {coarse:e} {fine:e}", tableau.name);
    }
}

/// x' = z with z + 0.3 z^3 = u + 0.3 u^3 and u = x cos t: the steps are those of x' = u.
#[test]
fn steps_through_a_loop_are_those_of_the_same_equation_without_one() {
    let (slope, integrator) = ("X.Out*cos(1 rad/s*time)", ["base:Math/Integrator X"]);
    let loops = format!("{slope} + 0.3*({slope})^3 - 0.3*Z.Out^3");
    for tableau in tableau::ALL {
        let engine = format!(r#"TOutput="0:0.5:20" IntegratorMethod="{}" stepsize="0.125""#, tableau.name);
        let with = net_of(&[("Z", &loops)], &integrator, r#"X.In="Z.Out""#, r#"X.Integral="0.5""#, &engine);
        let without = net_of(&[], &integrator, &format!(r#"X.In="{slope}""#), r#"X.Integral="0.5""#, &engine);
        let (with, without) = (run(&load(&with)).0, run(&load(&without)).0);
        for ((time, with), (_, without)) in with.iter().zip(&without) {
            let off = (with[0] - without[0]).abs();
            assert!(off < 1e-13, "{}: {off:e} at {time}", tableau.name);
        }
    }
}

/// Numbers that come by chance, the same each time (SplitMix64).
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Normally distributed (Box and Muller).
    fn normal(&mut self) -> f64 {
        (-2.0 * (1.0 - self.uniform()).ln()).sqrt() * (2.0 * std::f64::consts::PI * self.uniform()).cos()
    }

    fn below(&mut self, end: usize) -> usize {
        (self.uniform() * end as f64) as usize
    }
}

/// Solves `a x = b` by Gauss, with pivots by columns; not at all if `a` has no inverse.
pub(crate) fn gauss(a: &[Vec<f64>], b: &[f64]) -> Option<Vec<f64>> {
    let n = b.len();
    let mut rows: Vec<Vec<f64>> = a.iter().zip(b).map(|(a, b)| a.iter().copied().chain([*b]).collect()).collect();
    for column in 0..n {
        let pivot = (column..n).max_by(|i, j| rows[*i][column].abs().total_cmp(&rows[*j][column].abs()))?;
        rows.swap(column, pivot);
        if rows[column][column] == 0.0 {
            return None;
        }
        for below in column + 1..n {
            let part = rows[below][column] / rows[column][column];
            let pivot_row = rows[column].clone();
            rows[below].iter_mut().zip(pivot_row).skip(column).for_each(|(a, p)| *a -= part * p);
        }
    }
    let mut x = vec![0.0; n];
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|at| rows[row][at] * x[at]).sum();
        x[row] = (rows[row][n] - known) / rows[row][row];
    }
    Some(x)
}

fn times(a: &[Vec<f64>], x: &[f64]) -> Vec<f64> {
    a.iter().map(|row| row.iter().zip(x).map(|(a, x)| a * x).sum()).collect()
}

fn largest(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |most, x| most.max(x.abs()))
}

/// Computations by chance, each a gain times a sum of some others; half of them without a circle.
#[test]
fn random_linear_loops_are_as_gauss_solves_them() {
    let mut chance = Chance(1);
    let mut solved = 0;
    while solved < 60 {
        let n = 1 + chance.below(20);
        let has_circles = chance.uniform() < 0.5;
        let density = [0.15, 0.5, 1.0][chance.below(3)];
        let gains: Vec<f64> = (0..n).map(|_| 2.0 * chance.normal()).collect();
        let constants: Vec<f64> = (0..n).map(|_| chance.normal()).collect();
        let mut order: Vec<usize> = (0..n).collect();
        (1..n).rev().for_each(|at| order.swap(at, chance.below(at + 1)));
        let mut factors = vec![vec![0.0; n]; n];
        for to in 0..n {
            for from in 0..n {
                if chance.uniform() < density && (has_circles || order[from] < order[to]) {
                    factors[to][from] = 2.0 * chance.normal();
                }
            }
        }
        // z - gain (constant + sum) = 0.
        let matrix: Vec<Vec<f64>> =
            (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j)) - gains[i] * factors[i][j]).collect()).collect();
        let right: Vec<f64> = (0..n).map(|i| gains[i] * constants[i]).collect();
        let unit = |column: usize| (0..n).map(|row| f64::from(u8::from(row == column))).collect::<Vec<f64>>();
        let Some(inverse) = (0..n).map(|column| gauss(&matrix, &unit(column))).collect::<Option<Vec<_>>>() else {
            continue;
        };
        let norm = (0..n).map(|row| matrix[row].iter().map(|a| a.abs()).sum::<f64>()).fold(0.0, f64::max);
        let norm_of_inverse =
            (0..n).map(|row| inverse.iter().map(|column| column[row].abs()).sum::<f64>()).fold(0.0, f64::max);
        let condition = norm * norm_of_inverse;
        if condition > 1e3 {
            continue;
        }
        solved += 1;
        let mut exact = gauss(&matrix, &right).unwrap();
        let rest: Vec<f64> = times(&matrix, &exact).iter().zip(&right).map(|(is, wanted)| wanted - is).collect();
        exact.iter_mut().zip(gauss(&matrix, &rest).unwrap()).for_each(|(x, d)| *x += d);
        let objects: Vec<String> =
            gains.iter().enumerate().map(|(i, gain)| format!(r#"base:Signal/Gain Z{i} Gain="{gain:e}""#)).collect();
        let formula = |i: usize| {
            let terms =
                (0..n).filter(|j| factors[i][*j] != 0.0).map(|j| format!(" + ({:.17e})*Z{j}.Out", factors[i][j]));
            format!("{:.17e}{}", constants[i], terms.collect::<String>())
        };
        let fed: Vec<String> = (0..n).map(|i| format!(r#"Z{i}.In="{}""#, formula(i))).collect();
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        let names: Vec<String> = (0..n).map(|i| format!("Z{i}.Out")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let text = scenario(&objects, &fed.join("\n"), "", AT_ONCE);
        let found = outputs(&text, &names).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let off: Vec<f64> = found.iter().zip(&exact).map(|(found, exact)| found - exact).collect();
        let error = largest(&off) / largest(&exact);
        assert!(error < 1e-15 * condition.max(10.0), "{n}: {error:e} at a condition of {condition:.1}\n{text}");
    }
}

/// z_i = c_i - sum a_ij atan(z_j) where no row of a has more than 0.9: the iteration of this contracts.
#[test]
fn random_nonlinear_loops_are_as_their_iteration_finds_them() {
    let mut chance = Chance(2);
    for _ in 0..40 {
        let n = 1 + chance.below(12);
        let constants: Vec<f64> = (0..n).map(|_| 3.0 * chance.normal()).collect();
        let mut factors: Vec<Vec<f64>> = (0..n).map(|_| (0..n).map(|_| chance.normal()).collect()).collect();
        for row in &mut factors {
            let whole: f64 = row.iter().map(|a| a.abs()).sum();
            row.iter_mut().for_each(|a| *a *= 0.9 / whole);
        }
        let next = |z: &[f64]| -> Vec<f64> {
            let angles: Vec<f64> = z.iter().map(|z| z.atan()).collect();
            times(&factors, &angles).iter().zip(&constants).map(|(sum, c)| c - sum).collect()
        };
        let mut exact = constants.clone();
        (0..2000).for_each(|_| exact = next(&exact));
        let terms =
            |i: usize| (0..n).map(|j| format!(" - ({:.17e})*atan(Z{j}.Out)", factors[i][j])).collect::<String>();
        let unknowns: Vec<(String, String)> =
            (0..n).map(|i| (format!("Z{i}"), format!("{:.17e}{}", constants[i], terms(i)))).collect();
        let names: Vec<String> = (0..n).map(|i| format!("Z{i}.Out")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let text = net(&unknowns, &[], "", "", AT_ONCE);
        let found = outputs(&text, &names).unwrap_or_else(|error| panic!("{error}\n{text}"));
        for (found, exact) in found.iter().zip(&exact) {
            assert!((found - exact).abs() < 3e-14 * exact.abs().max(1.0), "{found} instead of {exact}\n{text}");
        }
        let residual = next(&found).iter().zip(&found).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(residual < 3e-14 * largest(&found).max(1.0), "{residual}");
    }
}

/// z0 = 1 + k^n z0 around a ring.
#[test]
fn long_rings_of_gains_are_as_the_closed_form_says() {
    for (count, gain) in [(40, 2.0_f64), (60, 2.0), (40, 3.0), (60, 3.0), (40, -2.0), (60, 0.5), (60, 1.01), (60, 0.99)]
    {
        let mut objects = vec!["base:Signal/Gain Z0 Gain=\"1\"".to_owned()];
        objects.extend((1..=count).map(|i| format!(r#"base:Signal/Gain Z{i} Gain="{gain}""#)));
        let fed: String = (1..=count).map(|i| format!("Z{i}.In=\"Z{}.Out\"\n", i - 1)).collect();
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        let text = scenario(&objects, &format!("Z0.In=\"1 + Z{count}.Out\"\n{fed}"), "", AT_ONCE);
        let names: Vec<String> = (0..=count).map(|i| format!("Z{i}.Out")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let found = outputs(&text, &names).unwrap_or_else(|error| panic!("{gain}^{count}: {error}"));
        for (number, found) in found.iter().enumerate() {
            let exact = gain.powi(number as i32) / (1.0 - gain.powi(count));
            // What is smaller than a rounding of 1 is lost where 1 is added.
            let error = (found - exact).abs();
            assert!(error < 1e-12 * exact.abs() + 3e-16, "{gain}^{count}, {number}: {found:e} instead of {exact:e}");
        }
    }
}

/// Around a ring the gains make exactly 1: there is no solution, or every number is one.
#[test]
fn rings_whose_gain_is_one_are_errors() {
    for gains in [vec![1.0; 40], [2.0, 0.5].repeat(20), vec![1.0], vec![-1.0, -1.0], vec![-4.0, 0.5, -0.5]] {
        for constant in [0.0, 1.0, 1e-9, 0.3, 1e6, 1e17] {
            for start in ["", r#"Z0.Out="0.3""#, r#"Z0.Out="1e17""#] {
                let objects: Vec<String> = (gains.iter().enumerate())
                    .map(|(i, gain)| format!(r#"base:Signal/Gain Z{i} Gain="{gain:e}""#))
                    .collect();
                let last = gains.len() - 1;
                let fed: String = (1..=last).map(|i| format!("Z{i}.In=\"Z{}.Out\"\n", i - 1)).collect();
                let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
                let text = scenario(&objects, &format!("Z0.In=\"{constant:e} + Z{last}.Out\"\n{fed}"), start, AT_ONCE);
                let outcome = outputs(&text, &["Z0.Out"]);
                assert!(outcome.is_err(), "{gains:?}, {constant}, {start}: {outcome:?}");
            }
        }
    }
}

/// What flows between two nodes.
fn conducted(difference: f64) -> f64 {
    difference + 0.1 * difference.powi(3)
}

/// A square net of nonlinear resistors: 1 A into one corner, the opposite one at 0 V; formulas and connections node by node.
fn resistor_net(side: usize) -> Vec<(String, String)> {
    let node = |i: usize, j: usize| {
        let here = format!("V{i}x{j}.Out");
        let mut neighbours = Vec::new();
        (i > 0).then(|| neighbours.push((i - 1, j)));
        (j > 0).then(|| neighbours.push((i, j - 1)));
        (i + 1 < side).then(|| neighbours.push((i + 1, j)));
        (j + 1 < side).then(|| neighbours.push((i, j + 1)));
        let flows = neighbours.iter().map(|(i, j)| {
            let difference = format!("V{i}x{j}.Out - {here}");
            format!("({difference}) + 0.1*({difference})^3")
        });
        let into = if (i, j) == (0, 0) { "1 + " } else { "" };
        // What comes in raises the voltage.
        let formula = format!("{here} + {into}{}", flows.collect::<Vec<_>>().join(" + "));
        let is_ground = i + 1 == side && j + 1 == side;
        (format!("V{i}x{j}"), if is_ground { format!("0*{here}") } else { formula })
    };
    (0..side).flat_map(|i| (0..side).map(move |j| (i, j))).map(|(i, j)| node(i, j)).collect()
}

#[test]
fn a_net_of_nonlinear_resistors_is_as_newton_and_gauss_solve_it() {
    const SIDE: usize = 10;
    let unknowns = resistor_net(SIDE);
    let count = SIDE * SIDE;
    let neighbours = |at: usize| {
        let (i, j) = (at / SIDE, at % SIDE);
        let all = [
            (i > 0, at.wrapping_sub(SIDE)),
            (j > 0, at.wrapping_sub(1)),
            (i + 1 < SIDE, at + SIDE),
            (j + 1 < SIDE, at + 1),
        ];
        all.into_iter().filter(|(is, _)| *is).map(|(_, other)| other)
    };
    let mut v = vec![0.0; count];
    for _ in 0..30 {
        let mut residual = vec![0.0; count];
        let mut slope = vec![vec![0.0; count]; count];
        residual[0] = 1.0;
        for at in 0..count - 1 {
            for other in neighbours(at) {
                let difference: f64 = v[other] - v[at];
                residual[at] += conducted(difference);
                let steepness = 1.0 + 0.3 * difference * difference;
                slope[at][other] += steepness;
                slope[at][at] -= steepness;
            }
        }
        slope[count - 1][count - 1] = 1.0;
        residual[count - 1] = v[count - 1];
        let d = gauss(&slope, &residual).unwrap();
        v.iter_mut().zip(d).for_each(|(v, d)| *v -= d);
    }
    let names: Vec<String> = unknowns.iter().map(|(name, _)| format!("{name}.Out")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let found = outputs(&net(&unknowns, &[], "", "", AT_ONCE), &names).unwrap();
    let error = found.iter().zip(&v).map(|(found, exact)| (found - exact).abs()).fold(0.0, f64::max);
    assert!(error < 1e-13 * largest(&v), "{error:e}");
}
