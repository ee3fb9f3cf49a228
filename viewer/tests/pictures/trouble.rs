//! Looks that cannot be drawn: a note, and everything else.

use bowline_viewer::camera::{Pose, Side};

use crate::studio::{PURE, Studio, middle, renderer};

const RED: [u8; 3] = [204, 32, 32];

/// A mass whose position is no number is not drawn, and that is told once; its
/// neighbour is.
#[test]
fn numbers_that_are_not_finite() {
    let Some(mut renderer) = renderer([320, 180], PURE, &["Cable/DampedSpring", "Cable/LinearSpring"]) else { return };
    let mut studio = Studio::of("stiff_link", &["B.Material=Simple/Red", "A.Scale=1", "B.Scale=1"]);
    let pose = Pose { target: [0.0, 0.0, 2.0], height: Some(5.0), ..Pose::default() }.from(Side::Front);
    let moment = studio.moment(0.0);
    renderer.picture(&studio.scene, &moment, &pose).unwrap();
    assert_eq!(renderer.notes(), Vec::<String>::new());
    for wrong in [f64::NAN, f64::INFINITY, 1e300] {
        let moment: Vec<f64> = moment.iter().map(|number| if *number == 1.0 { wrong } else { *number }).collect();
        let picture = renderer.picture(&studio.scene, &moment, &pose).unwrap();
        let (_, _, red) = middle(&picture, RED);
        assert!(red > 500, "{red}");
    }
    let notes = renderer.notes();
    let of_a: Vec<_> = notes.iter().filter(|note| note.starts_with("`A` (Body/Mass)")).collect();
    assert_eq!(of_a.len(), 1, "{notes:?}");
    // And as before, when it is a number again.
    let again = renderer.picture(&studio.scene, &moment, &pose).unwrap();
    assert!(middle(&again, [34, 36, 40]).2 > 500);
}

/// A tetrahedron of an STL file has the colour of its shape: from the front, a triangle of half of 100 by 100 pixels.
#[test]
fn triangles_of_a_file() {
    let Some(mut renderer) = renderer([320, 180], PURE, &[]) else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wedge.stl");
    let corners = [[0.0, 0.0, 0.0], [100.0, 0.0, 0.0], [0.0, 0.0, 100.0], [0.0, 100.0, 0.0]];
    let faces = [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]];
    let face = |face: [usize; 3]| {
        let corner = |index: usize| corners[index].map(|part: f64| part.to_string()).join(" ");
        let corners = face.map(|index| format!("vertex {}\n", corner(index))).concat();
        format!("facet normal 0 0 0\nouter loop\n{corners}endloop\nendfacet\n")
    };
    std::fs::write(&file, format!("solid wedge\n{}endsolid wedge\n", faces.map(face).concat())).unwrap();
    let text = format!(
        r#"<Contents><VIEW Up="z"/>
             <OBJECTS><Lib LibName="base" SimObject="Visual/Mesh" Name="Hull" File="{}" Scale="0.01" Material="Simple/Red"/></OBJECTS>
             <INTERCONNECTIONS><Connection Hull.Pos="0,0,0"/></INTERCONNECTIONS>
             <INTEGRATION><Engine TOutput="0:0.1:1"/></INTEGRATION>
           </Contents>"#,
        file.display()
    );
    let mut studio = Studio::from_text(&text, &[]);
    let moment = studio.moment(0.0);
    let pose = Pose { target: [0.5, 0.0, 0.5], height: Some(1.8), ..Pose::default() }.from(Side::Front);
    let picture = renderer.picture(&studio.scene, &moment, &pose).unwrap();
    assert_eq!(renderer.notes(), Vec::<String>::new());
    let (column, row, count) = middle(&picture, RED);
    assert!((4800..=5100).contains(&count), "{count}");
    // The middle of a triangle is a third of the way from its right angle, which is at (110, 140).
    assert!((column - 143.3).abs() < 1.5 && (row - 106.7).abs() < 1.5, "{column} {row}");
}

/// A box stands where the mesh would be, and the note says why.
#[test]
fn a_mesh_that_cannot_be_read() {
    let Some(mut renderer) = renderer([320, 180], PURE, &[]) else { return };
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.glb");
    std::fs::write(&broken, b"glTF is not in here").unwrap();
    for file in [folder.path().join("absent.gltf"), broken, folder.path().join("hull.stl")] {
        let text = format!(
            r#"<Contents><VIEW Up="z"/>
                 <OBJECTS><Lib LibName="base" SimObject="Visual/Mesh" Name="Hull" File="{}"/></OBJECTS>
                 <INTERCONNECTIONS><Connection Hull.Pos="0,0,0"/></INTERCONNECTIONS>
                 <INTEGRATION><Engine TOutput="0:0.1:1"/></INTEGRATION>
               </Contents>"#,
            file.display()
        );
        let mut studio = Studio::from_text(&text, &[]);
        let moment = studio.moment(0.0);
        let pose = Pose { height: Some(1.0), ..Pose::default() };
        let picture = renderer.picture(&studio.scene, &moment, &pose).unwrap();
        let notes = renderer.notes();
        assert!(matches!(&notes[..], [note] if note.contains(&*file.to_string_lossy())), "{notes:?}");
        assert!(middle(&picture, [158, 164, 172]).2 > 500, "no box");
    }
}
