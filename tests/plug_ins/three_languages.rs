//! The same elements in Rust, C and C++ give the same bits, and the right numbers. (A sea and who asks
//! it are in resources.rs.)

use std::ops::ControlFlow;

use bowline_engine::{Catalog, LoadOptions, Run, Source, Sources, Table};
use simobject::{
    Clock, Creator, Crossing, Datum, DiscreteState, DiscreteStateSlice, Failure, In, Indicator, Io, Matrix, Out,
    Pattern, Result, SimObject, State, Sum, Unknown,
};

use crate::program::native::LIBRARIES;

#[derive(Clone, Copy, PartialEq)]
enum Law {
    Coulomb,
    Stribeck,
}

/// As in three.c.
struct StickSlip {
    pos: State<1>,
    vel: State<1>,
    mode: DiscreteState<1>,
    lead: Out<1>,
    watched: [Indicator; 3],
    mass: f64,
    stiffness: f64,
    belt: f64,
    at_rest: f64,
    sliding: f64,
    law: Law,
}

impl SimObject for StickSlip {
    const NAME: &'static str = "Friction/StickSlip";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (pos, vel) = (c.state("Pos", "m", "Stretch of the spring"), c.state("Vel", "m/s", "Velocity"));
        let mode = c.discrete_state("Mode", "", "1 faster than the belt, -1 slower, 0 with it");
        let lead = c.out_port("Lead", "m/s", "How much faster than the belt it is");
        let watched = [("Forwards", "N"), ("Backwards", "N"), ("Stop", "m/s")]
            .map(|(name, unit)| c.indicator(name, unit, "", Crossing::Falling));
        watched[..2].iter().for_each(|indicator| c.side(*indicator, mode));
        c.nominal(watched[0], 2.0);
        c.out_port_of("Pos", pos);
        c.initial_value(pos, 0.0);
        c.initial_value(mode, 0.0);
        c.nominal(pos, 0.1);
        c.datum(lead, Datum::Relative);
        c.derivatives(Self::accelerate).pattern(pos, vel, Pattern::DIAGONAL);
        c.common_computation(Self::watch).fills(watched);
        c.common_computation(Self::measure).reads(vel).fills(lead);
        c.on_event(watched[0], |this: &Self, io: &mut Io<'_>| io.set_now(this.mode, 1.0)).reads(()).sets(mode);
        c.on_event(watched[1], |this: &Self, io: &mut Io<'_>| io.set_now(this.mode, -1.0)).reads(()).sets(mode);
        c.on_event(watched[2], Self::stick).reads(()).sets((mode, vel));
        let belt = c.parameter("Belt").unit("m/s").required();
        c.initial_value(vel, belt);
        Ok(Self {
            pos,
            vel,
            mode,
            lead,
            watched,
            mass: c.parameter("Mass").unit("kg").more_than(0.0).required(),
            stiffness: c.parameter("Stiffness").unit("N/m").more_than(0.0).required(),
            belt,
            at_rest: c.parameter("Static").unit("N").more_than(0.0).required(),
            sliding: c.parameter("Sliding").unit("N").at_least(0.0).required(),
            law: c.choice("Law", [("Coulomb", Law::Coulomb), ("Stribeck", Law::Stribeck)]).default("Coulomb"),
        })
    }
}

impl StickSlip {
    fn accelerate(&self, io: &mut Io<'_>) {
        let ([mode], [pos], [vel]) = (io.get(self.mode), io.get(self.pos), io.get(self.vel));
        io.set_derivative(self.pos, vel);
        if mode == 0.0 {
            return io.set_derivative(self.vel, 0.0);
        }
        let mut friction = self.sliding;
        if self.law == Law::Stribeck {
            friction += (self.at_rest - self.sliding) * (-(vel - self.belt).abs() / 0.1).exp();
        }
        io.set_derivative(self.vel, (-self.stiffness * pos - mode * friction) / self.mass);
    }

    fn watch(&self, io: &mut Io<'_>) {
        let ([mode], [pos], [vel]) = (io.get(self.mode), io.get(self.pos), io.get(self.vel));
        let (is_stuck, load) = (mode == 0.0, -self.stiffness * pos);
        let [forwards, backwards, stop] = self.watched;
        io.set(forwards, if is_stuck { self.at_rest - load } else { 1.0 });
        io.set(backwards, if is_stuck { self.at_rest + load } else { 1.0 });
        io.set(stop, if is_stuck { 1.0 } else { mode * (vel - self.belt) });
    }

    fn measure(&self, io: &mut Io<'_>) {
        let [vel] = io.get(self.vel);
        io.set(self.lead, vel - self.belt);
    }

    fn stick(&self, io: &mut Io<'_>) {
        io.set_now(self.mode, 0.0);
        io.set_now(self.vel, self.belt);
    }
}

/// As in three.c.
struct Filter {
    a: Matrix,
    b: Matrix,
    c: Matrix,
    jump_at: f64,
    input: Sum<1>,
    output: Out<1>,
    x: DiscreteStateSlice,
}

impl SimObject for Filter {
    const NAME: &'static str = "Signal/Filter";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let a: Matrix = c.parameter("A").square().required();
        let b: Matrix = c.parameter("B").rows(a.rows()).columns(1).required();
        let row: Matrix = c.parameter("C").rows(1).columns(a.rows()).required();
        let (input, output) = (c.sum_port("In", "", ""), c.out_port("Out", "", ""));
        let x = c.discrete_state_slice("X", a.rows(), "", "");
        c.default_input(input, 0.0);
        c.initial_value(x, 0.0);
        c.update(Self::step).on(Clock::model()).reads((input, x)).sets(x).counts_ticks();
        c.common_computation(Self::give).reads(x).fills(output);
        c.time_events(|this, time| (time < this.jump_at).then_some(this.jump_at));
        c.stops(|_, time| Some(time.floor() + 1.0));
        Ok(Self { a, b, c: row, jump_at: c.parameter("JumpAt").unit("s").default(1e9), input, output, x })
    }
}

impl Filter {
    fn step(&self, io: &mut Io<'_>) {
        let [input] = io.get(self.input);
        for row in 0..self.a.rows() {
            let mut sum = self.b.row(row)[0] * input;
            for (a, x) in self.a.row(row).iter().zip(io.slice(self.x)) {
                sum += a * x;
            }
            io.next_slice_mut(self.x)[row] = sum;
        }
    }

    fn give(&self, io: &mut Io<'_>) {
        let mut sum = if io.time() < self.jump_at { 0.0 } else { 1.0 };
        for (c, x) in self.c.row(0).iter().zip(io.slice(self.x)) {
            sum += c * x;
        }
        io.set(self.output, sum);
    }
}

/// As in three.c.
struct Pipe {
    reynolds: In<1>,
    factor: Unknown<1>,
    roughness: f64,
}

impl SimObject for Pipe {
    const NAME: &'static str = "Pipe/Colebrook";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let roughness = c.parameter("Roughness").required();
        let reynolds = c.in_port("Re", "", "Reynolds number");
        let factor = c.unknown("Factor", "", "Friction factor");
        c.guess(factor, 0.02);
        c.nominal(factor, 0.01);
        c.residual(Self::equation).of(factor);
        Ok(Self { reynolds, factor, roughness })
    }
}

impl Pipe {
    fn equation(&self, io: &mut Io<'_>) -> Result<()> {
        let ([factor], [reynolds]) = (io.get(self.factor), io.get(self.reynolds));
        if factor <= 0.0 {
            return Err(Failure::recoverable("a friction factor is more than 0"));
        }
        let root = factor.sqrt();
        io.set_residual(self.factor, 1.0 / root + 2.0 * (self.roughness / 3.7 + 2.51 / (reynolds * root)).log10());
        Ok(())
    }
}

simobject::library! { name: "three_in_rust", types: [StickSlip, Filter, Pipe] }

const LANGUAGES: [&str; 3] = ["three_in_rust", "three", "three_too"];

/// Times and rows of a scenario in one of the languages.
fn rows(sections: &str, language: &str) -> Vec<(f64, Vec<f64>)> {
    let mut catalog = Catalog::new([&LIBRARY, &bowline_base::LIBRARY]);
    for library in [&LIBRARIES.three_in_c, &LIBRARIES.three_in_cpp] {
        // SAFETY: it was built for this.
        unsafe { catalog.add_file(library) }.unwrap();
    }
    let text = format!("<Contents>{}</Contents>", sections.replace("LANGUAGE", language));
    let sources = Sources::new(Source::new("test.xml", text));
    let model =
        bowline_engine::load(&sources, &catalog, LoadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong}"));
    let mut table = Table::new(&model);
    Run::new(&model).to_end(&mut table, &mut |_| ControlFlow::Continue(())).unwrap();
    table.rows().to_vec()
}

/// The rows, which are the same bits in all languages.
fn of_all(sections: &str) -> Vec<(f64, Vec<f64>)> {
    let [rust, c, cpp] = LANGUAGES.map(|language| rows(sections, language));
    let bits = |rows: &[(f64, Vec<f64>)]| -> Vec<Vec<u64>> {
        rows.iter().map(|(_, row)| row.iter().map(|number| number.to_bits()).collect()).collect()
    };
    assert!(bits(&rust) == bits(&c), "Rust and C");
    assert!(bits(&rust) == bits(&cpp), "Rust and C++");
    rust
}

/// The flow through a pipe answers to its friction, and so does the Reynolds number: Re sqrt(f) = 1e6 sqrt(dp/50), which
/// makes the equation explicit.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn an_implicit_friction_factor() {
    for method in ["DormandPrince", "BogackiShampine", "BDF", "TRBDF2"] {
        let sections = format!(
            r#"<OBJECTS><Lib LibName="LANGUAGE" SimObject="Pipe/Colebrook" Name="P" Roughness="0.0001"/>
                 <Lib LibName="base" SimObject="Math/LowPass" Name="S" TimeConstant="0.3"/>
                 <Lib LibName="base" SimObject="Math/LowPass" Name="F" TimeConstant="0.1"/></OBJECTS>
               <INTERCONNECTIONS><Connection P.Re="1e6*sqrt(0.02*S.Out/P.Factor)" S.In="9" F.In="P.Factor"/></INTERCONNECTIONS>
               <INITIALIZATION><InitialCondition S.Out="1" F.Out="0"/></INITIALIZATION>
               <INTEGRATION><Engine IntegratorMethod="{method}" TOutput="0:0.1:2" FileOutput="P.Factor, S.Out"/></INTEGRATION>"#
        );
        for (time, row) in of_all(&sections) {
            let [pressure, factor] = if row[0] > row[1] { [row[0], row[1]] } else { [row[1], row[0]] };
            let inner = 1e-4 / 3.7 + 2.51 / (1e6 * (0.02 * pressure).sqrt());
            let exact = (-2.0 * inner.log10()).powi(-2);
            assert!((factor / exact - 1.0).abs() < 1e-13, "{method}, t = {time}: {factor}, not {exact}");
        }
    }
}

fn stick_slip(law: &str, engine: &str) -> String {
    format!(
        r#"<OBJECTS><Lib LibName="LANGUAGE" SimObject="Friction/StickSlip" Name="X" Mass="1" Stiffness="4" Belt="1"
             Static="2" Sliding="1" Law="{law}"/></OBJECTS>
           <INTERCONNECTIONS/>
           <INTEGRATION><Engine FileOutput="object.X:Pos, object.X:Vel, object.X:Mode, object.X:Lead" {engine}/></INTEGRATION>"#
    )
}

/// Coulomb's law in closed form. With the belt's velocity v = 1, w^2 = k/m = 4, and friction Fs = 2 at rest
/// and Fk = 1 sliding, the spring is stretched until k x = Fs, at x = 1/2, t = 1/2. Then it slides about
/// x0 = Fk/k = 1/4: x = x0 + (1/4) cos w s + (v/w) sin w s, until its velocity is the belt's again. That is
/// at w s = 2 pi - 2 phi with tan phi = (1/4) / (v/w) = 1/2, where x = x0 - 1/4 = 0.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_mass_on_a_belt_sticks_and_slips() {
    let engine = r#"IntegratorMethod="DormandPrince" RelTol="1e-10" AbsTol="1e-12" TOutput="0:0.01:10""#;
    let found = of_all(&stick_slip("Coulomb", engine));
    let slides = (2.0 * std::f64::consts::PI - 2.0 * 0.5_f64.atan()) / 2.0;
    let period = 0.5 + slides;
    let (mut stuck, mut slipping) = (0, 0);
    for (time, row) in &found {
        let since = time % period;
        let (pos, vel) = if since < 0.5 {
            stuck += 1;
            (since, 1.0)
        } else {
            slipping += 1;
            let angle = 2.0 * (since - 0.5);
            (0.25 + 0.25 * angle.cos() + 0.5 * angle.sin(), -0.5 * angle.sin() + angle.cos())
        };
        assert!((row[0] - pos).abs() < 1e-7 && (row[1] - vel).abs() < 1e-7, "t = {time}: {row:?}, not {pos}, {vel}");
        assert_eq!(row[3].to_bits(), (row[1] - 1.0).to_bits());
    }
    assert!(stuck > 150 && slipping > 700, "{stuck} {slipping}");
    // With friction that falls with velocity, and by an implicit method, which uses the pattern.
    for engine in ["IntegratorMethod=\"TRBDF2\"", r#"IntegratorMethod="RK4" stepsize="1e-3""#] {
        let found = of_all(&stick_slip("Stribeck", &format!(r#"{engine} TOutput="0:0.05:10""#)));
        let modes: Vec<f64> = found.iter().map(|(_, row)| row[2]).collect();
        assert!(modes.contains(&0.0) && modes.contains(&-1.0), "{modes:?}");
    }
}

/// A spring that is stretched by more than friction holds pulls from the start, to either side; one by less does not.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_stretched_spring_slips_from_the_start() {
    for (pos, mode) in [(0.6, -1.0), (-0.7, 1.0), (0.4, 0.0)] {
        let sections = stick_slip("Coulomb", r#"TOutput="0, 1e-3""#);
        let initial = format!(r#"<INITIALIZATION><InitialCondition X.Pos="{pos}"/></INITIALIZATION><INTEGRATION>"#);
        let found = of_all(&sections.replace("<INTEGRATION>", &initial));
        assert_eq!([found[0].1[2], found[1].1[2]], [mode, mode], "from {pos} m");
    }
}

/// A rotation by 30 degrees each tick: X is (1, 0) after the first tick with input, and what is left of it
/// is cos(30 k) from then on.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_sampled_filter_of_a_matrix() {
    let (sine, cosine) = 30.0_f64.to_radians().sin_cos();
    let sections = format!(
        r#"<OBJECTS><Lib LibName="LANGUAGE" SimObject="Signal/Filter" Name="F" A="{cosine},{m};{sine},{cosine}" B="1;0"
               C="1,0" JumpAt="2.05"/>
             <Lib LibName="base" SimObject="Src/Step" Name="A" StepTime="0.05" Before="1" After="0"/></OBJECTS>
           <INTERCONNECTIONS><Connection F.In="A.Out + 0"/></INTERCONNECTIONS>
           <INTEGRATION><Engine SampleTime="0.1" TOutput="0:0.1:3" FileOutput="object.F:Out"/></INTEGRATION>"#,
        m = -sine
    );
    let found = of_all(&sections);
    assert_eq!(found.len(), 31);
    for (k, (time, row)) in found.iter().enumerate() {
        let angle = 30.0 * (k as f64 - 1.0);
        let expected = if k == 0 { 0.0 } else { angle.to_radians().cos() } + if *time < 2.05 { 0.0 } else { 1.0 };
        assert!((row[0] - expected).abs() < 1e-12, "t = {time}: {} is not {expected}", row[0]);
    }
}
