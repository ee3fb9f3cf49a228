//! Files, functions and tables that receive rows.

use std::fs;
use std::io;
use std::sync::{Arc, Mutex};

use bowline_surface::session::{ErrorKind, Goal, Session, SessionOptions};
use tempfile::TempDir;

use super::{MASS, model, options, session, times};

#[test]
fn tables_have_rows_of_the_scenario() {
    let mut session = session(MASS);
    session.advance(Goal::End).unwrap();
    let table = session.table().unwrap();
    assert_eq!(table.names(), ["B.Pos[0]", "B.Pos[1]", "B.Pos[2]"]);
    assert_eq!(table.units(), ["m", "m", "m"]);
    assert_eq!(table.take_numbers().len(), 7 * 4);
    assert!(table.numbers().is_empty());
    let fine = session.outputs()[0].table();
    assert_eq!((session.outputs()[0].name(), fine.names().len()), ("fine", 3));
    assert!(fine.numbers().chunks_exact(4).all(|row| row[1..] == [1.0, 0.0, 0.0]) && fine.numbers().len() == 31 * 4);
}

/// Signals replace the columns of the scenario, in their units.
#[test]
fn signals_replace_the_columns() {
    let start = |signals: &[&str]| {
        let signals = Some(signals.iter().map(|name| (*name).to_owned()).collect());
        Session::start(&model(MASS), SessionOptions { signals, ..options() })
    };
    let mut session = start(&["B.Vel[0]", "B.Pos[0] [mm]"]).unwrap();
    session.advance(Goal::End).unwrap();
    let table = session.table().unwrap();
    assert_eq!(table.units(), ["m/s", "mm"]);
    assert!((table.numbers().last().unwrap() - 3000.0).abs() < 1e-6);
    let twice = start(&["B.Pos", "B.Pos[0] [mm]"]).unwrap_err();
    assert_eq!(twice.kind(), ErrorKind::Argument);
    assert_eq!(twice.message(), "`B.Pos[0]` is recorded twice: name it once, in one unit");
    assert_eq!(start(&["B.Poz"]).unwrap_err().kind(), ErrorKind::UnknownName);
}

/// A session without tables records to files and functions only.
#[test]
fn sessions_keep_no_rows_unless_asked() {
    let mut session = Session::start(&model(MASS), SessionOptions::new("tests 1.0")).unwrap();
    session.advance(Goal::End).unwrap();
    assert!(session.table().is_none() && session.outputs().is_empty());
}

#[test]
fn a_function_receives_rows_and_may_end_the_run() {
    let (mut session, received) = (session(MASS), Arc::new(Mutex::new(Vec::new())));
    let rows = Arc::clone(&received);
    session.record_to_function(Box::new(move |row| {
        let mut rows = rows.lock().unwrap();
        rows.push((row.time, row.values.to_vec()));
        if rows.len() == 3 { Err(io::Error::other("enough")) } else { Ok(()) }
    }));
    let error = session.advance(Goal::End).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::RunFailed);
    assert!(error.message().contains("enough"), "{error}");
    let rows = received.lock().unwrap();
    assert_eq!(rows.iter().map(|(time, _)| *time).collect::<Vec<_>>(), [0.0, 0.5, 1.0]);
    assert!(rows.iter().all(|(time, values)| (values[0] - time).abs() < 1e-12 && values[1..] == [0.0, 0.0]));
}

/// Rows are in the file at the last output time, after `flush`, and when the session is dropped.
#[test]
fn files_have_all_rows() {
    let directory = TempDir::new().unwrap();
    let rows = |name: &str| bowline_results::DataFrame::read(&directory.path().join(name)).unwrap().rows();
    for (name, ends) in
        [("r.csv", "drop"), ("r.parquet", "drop"), ("f.csv", "flush"), ("c.csv", "close"), ("e.csv", "end")]
    {
        let mut session = session(MASS);
        session.record_to_file(&directory.path().join(name)).unwrap();
        session.advance(Goal::At(2.0)).unwrap();
        match ends {
            "flush" => session.flush().unwrap(),
            "close" => {
                session.close_files().unwrap();
                session.advance(Goal::End).unwrap();
                assert_eq!(times(&mut session).len(), 7);
            }
            "end" => session.advance(Goal::End).unwrap(),
            _ => drop(session),
        }
        assert_eq!(rows(name), if ends == "end" { 7 } else { 5 }, "{name}");
    }
}

#[test]
fn files_of_others_are_not_replaced() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("notes.csv");
    fs::write(&path, "my notes").unwrap();
    let mut session = session(MASS);
    for outcome in [session.record_to_file(&path), session.save_state(&path)] {
        let error = outcome.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::File);
        assert!(error.message().contains("it holds something else than"), "{error}");
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), "my notes");
}
