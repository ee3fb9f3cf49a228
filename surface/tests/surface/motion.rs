//! Advancing, reading and setting.

use bowline_surface::session::{Goal, InputSet, InputValue, ProbeSet, Session};

use super::{MASS, model, options, session};

/// `x = x0 + v0 t + F t^2 / 2m`, in the unit that is asked for, also behind the last output time.
#[test]
fn a_constant_force_gives_a_parabola() {
    let mut session = session(MASS);
    session.set_by_name("B.Force", &[4.0, 0.0, 0.0]).unwrap();
    for time in [0.3, 1.0, 3.0, 10.0] {
        session.advance(Goal::At(time)).unwrap();
        let expected = time + time * time;
        assert!((session.time() - time).abs() < 1e-12);
        let position = session.read("B.Pos").unwrap();
        assert!(
            (position[0] - expected).abs() < 1e-9 * (1.0 + expected) && position[1..] == [0.0, 0.0],
            "{position:?}"
        );
        let millimetres = session.read("B.Pos[0] [mm]").unwrap()[0];
        assert!((millimetres - 1000.0 * expected).abs() < 1e-6 * (1.0 + expected), "{millimetres}");
    }
    assert_eq!((session.end(), session.has_failed()), (3.0, false));
    assert!(session.statistics().steps > 0 && session.warnings().is_empty());
}

/// Handles read and set the same numbers as names.
#[test]
fn sets_are_as_wide_as_their_signals() {
    let model = model(MASS);
    let probes = ProbeSet::new(&model, ["B.Vel", "B.Pos[0]", "B.Pos[0] [mm]"]).unwrap();
    let inputs = InputSet::new(&model, ["B.Force"]).unwrap();
    assert_eq!((probes.width(), inputs.width()), (5, 3));
    let mut session = Session::start(&model, options()).unwrap();
    session.set(&inputs, &[2.0, 4.0, 0.0]).unwrap();
    session.advance(Goal::At(2.0)).unwrap();
    let mut values = [0.0; 5];
    session.get(&probes, &mut values).unwrap();
    for (found, expected) in values.iter().zip([3.0, 4.0, 0.0, 4.0, 4000.0]) {
        assert!((found - expected).abs() < 1e-9 * (1.0 + expected), "{values:?}");
    }
    assert_eq!(session.read("B.Vel").unwrap(), &values[..3]);
    assert!(ProbeSet::new(&model, []).unwrap().width() == 0);
}

/// One number fills an input of any width, alone and among others.
#[test]
fn one_number_fills_an_input() {
    let mut session = session(MASS);
    session.set_by_name("B.Force", &[2.0]).unwrap();
    session.advance(Goal::At(1.0)).unwrap();
    let force = InputValue { name: "B.Force".to_owned(), values: vec![-2.0] };
    session.set_all_by_name(&[force]).unwrap();
    assert_eq!(session.read("B.Force").unwrap(), [-2.0; 3]);
    session.advance(Goal::At(2.0)).unwrap();
    let velocity = session.read("B.Vel").unwrap();
    assert!((velocity[0] - 1.0).abs() < 1e-12 && velocity[1].abs() < 1e-12, "{velocity:?}");
}

/// Looking at a session changes nothing, wherever it was advanced to.
#[test]
fn pieces_have_the_bits_of_the_whole() {
    let bits = |goals: &[Goal]| {
        let mut session = session(MASS);
        goals.iter().for_each(|goal| session.advance(*goal).unwrap());
        session.table().unwrap().take_numbers().into_iter().map(f64::to_bits).collect::<Vec<_>>()
    };
    let whole = bits(&[Goal::End]);
    assert_eq!(whole.len(), 7 * 4);
    assert_eq!(bits(&[Goal::At(0.7), Goal::Step, Goal::At(2.2), Goal::End]), whole);
}

/// A step ends where the method ends it, so steps lead to the end.
#[test]
fn steps_lead_to_the_end() {
    let mut session = session(MASS);
    let mut steps = 0;
    while session.time() < session.end() {
        let before = session.time();
        session.advance(Goal::Step).unwrap();
        assert!(session.time() > before);
        steps += 1;
    }
    assert_eq!((session.time(), session.statistics().steps), (3.0, steps));
}
