//! Files against their formats.

use bowline_lti::{LinearSystem, LtiError, Matrix, MatrixSize, OperatingPoint, Quantity};

fn matrix<const N: usize>(rows: &[[f64; N]]) -> Matrix {
    Matrix::from_rows(rows).expect("a matrix")
}

/// Two states, one input, one output, with names that files must take care of.
fn system() -> LinearSystem {
    LinearSystem {
        a: matrix(&[[0.0, 1.0], [-0.1, -1e-300]]),
        b: matrix(&[[0.0], [0.25]]),
        c: matrix(&[[1.0, 0.0]]),
        d: matrix(&[[1e22]]),
        states: vec![Quantity::new("Mass.x", "m"), Quantity::new("Mass.v", "m/s")],
        inputs: vec![Quantity::new("Force, \"slow\"", "N")],
        outputs: vec![Quantity::new("Winkel \u{3b1}", "")],
        sample_time: None,
        operating_point: OperatingPoint { time: 1.5, x: vec![0.1, 0.2], u: vec![3.0], y: vec![f64::NAN] },
    }
}

#[test]
fn json_reads_back_as_the_same_system() {
    let mut system = system();
    let text = system.to_json();
    assert!(text.contains("  \"A\": [\n    [0.0,1.0],\n    [-0.1,-1e-300]\n  ],\n"), "{text}");
    assert!(text.contains(r#"{"name":"Mass.v","unit":"m/s"}"#));
    let read = LinearSystem::from_json(&text).expect("a system");
    assert!(read.operating_point.y[0].is_nan());
    system.operating_point.y[0] = -0.125;
    system.sample_time = Some(1e-3);
    assert_eq!(LinearSystem::from_json(&system.to_json()).as_ref(), Ok(&system));
    let empty = LinearSystem::new(Matrix::zeros(0, 0), Matrix::zeros(0, 1), Matrix::zeros(0, 0), Matrix::zeros(0, 1));
    let empty = empty.expect("a system");
    assert_eq!(LinearSystem::from_json(&empty.to_json()), Ok(empty));
}

#[test]
fn what_is_no_system_is_told() {
    assert!(matches!(LinearSystem::from_json("{"), Err(LtiError::Text(_))));
    let error = LinearSystem::from_json("{\"states\": []}").expect_err("no system");
    assert!(error.to_string().starts_with("not a linear system: missing field `inputs`"), "{error}");
    let short = system().to_json().replace("[0.0,1.0]", "[0.0]");
    let (found, expected) = (MatrixSize { rows: 2, columns: 1 }, MatrixSize { rows: 2, columns: 2 });
    assert_eq!(LinearSystem::from_json(&short), Err(LtiError::Size { what: "A", found, expected }));
}

#[test]
fn csv_is_a_table_for_each_matrix() {
    assert_eq!(
        system().to_csv(),
        "A,Mass.x [m],Mass.v [m/s]\nMass.x [m],0,1\nMass.v [m/s],-0.1,-1e-300\n\n\
         B,\"Force, \"\"slow\"\" [N]\"\nMass.x [m],0\nMass.v [m/s],0.25\n\n\
         C,Mass.x [m],Mass.v [m/s]\nWinkel \u{3b1},1,0\n\n\
         D,\"Force, \"\"slow\"\" [N]\"\nWinkel \u{3b1},1e22\n\n\
         Ts [s],0\nt0 [s],1.5\nMass.x [m],0.1\nMass.v [m/s],0.2\n\"Force, \"\"slow\"\" [N]\",3\nWinkel \u{3b1},NaN\n"
    );
}

/// The bytes of "MAT-File Format": header, then type and length of the first variable, its class, size and name,
/// and its elements column by column.
#[test]
fn a_mat_file_has_its_header_and_its_matrices_by_columns() {
    let file = system().to_mat().expect("a file");
    assert!(file.starts_with(b"MATLAB 5.0 MAT-file"));
    assert_eq!(&file[124..128], [0x00, 0x01, b'I', b'M']);
    let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().expect("four bytes"));
    // 16 bytes each of flags, size and name, and 8 + 32 of elements.
    assert_eq!([word(128), word(132)], [14, 88]);
    assert_eq!([word(136), word(140), word(144)], [6, 8, 6]);
    assert_eq!([word(152), word(156), word(160), word(164)], [5, 8, 2, 2]);
    assert_eq!(([word(168), word(172)], file[176]), ([1, 1], b'A'));
    assert_eq!([word(184), word(188)], [9, 32]);
    let double = |at: usize| f64::from_le_bytes(file[at..at + 8].try_into().expect("eight bytes"));
    assert_eq!([double(192), double(200), double(208), double(216)], [0.0, -0.1, 1.0, -1e-300]);
    // Texts are UTF-8, of as many columns as characters; here the output's name of 8.
    let name = file.windows(9).position(|bytes| bytes == "Winkel \u{3b1}".as_bytes()).expect("a name");
    assert_eq!([word(name - 8), word(name - 4)], [16, 9]);
    assert_eq!([word(name - 24), word(name - 20)], [1, 8]);
    // Variables follow each other up to the end.
    let (mut at, mut count) = (128, 0);
    while at < file.len() {
        assert_eq!(word(at), 14);
        at += 8 + word(at + 4) as usize;
        count += 1;
    }
    assert_eq!((at, count), (file.len(), 15));
}

/// The end of the directory tells where it is and of how many files; an array's data begin at a multiple of 64
/// behind its magic number.
#[test]
fn an_npz_file_is_an_archive_of_arrays_by_rows() {
    let file = system().to_npz().expect("a file");
    let end = file.len() - 22;
    assert_eq!(&file[end..end + 12], b"PK\x05\x06\0\0\0\0\x0f\0\x0f\0");
    let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().expect("four bytes")) as usize;
    assert_eq!(word(end + 12) + word(end + 16), end);
    assert_eq!(&file[word(end + 16)..word(end + 16) + 4], b"PK\x01\x02");
    assert_eq!(&file[..4], b"PK\x03\x04");
    assert_eq!(&file[30..35], b"A.npy");
    let array = &file[35..35 + word(18)];
    assert!(array.starts_with(b"\x93NUMPY\x01\x00\x76\x00{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }"));
    assert_eq!((array.len(), array[127]), (128 + 32, b'\n'));
    assert_eq!(array[136..144], 1.0_f64.to_le_bytes());
}

#[test]
fn the_same_system_is_the_same_bytes() {
    assert_eq!(system().to_npz(), system().to_npz());
    assert_eq!(system().to_mat(), system().to_mat());
    let mut wrong = system();
    wrong.d[(0, 0)] = f64::INFINITY;
    assert!(matches!(wrong.to_mat(), Err(LtiError::NotFinite { matrix: "D", row: 0, column: 0, .. })));
    assert!(wrong.to_npz().is_err());
}
