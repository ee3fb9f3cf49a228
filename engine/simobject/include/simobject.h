/* SPDX-License-Identifier: MIT-0 OR MIT OR Apache-2.0
 *
 * The ABI between Bowline and a library of SimObjects, in C99 and C++11.
 *
 * Generated from engine/simobject/src/abi of the Bowline repository: change
 * that, not this. simobject_inline.h, which comes with it, makes it pleasant
 * to use from C; simobject.hpp does so from C++.
 *
 * What both sides rely on (docs/libraries.md says why):
 *
 * - A calculation is a function of what it reads, of time, of its tick, and of parameters:
 *   the same bits for the same numbers, at any state, also at ones that the run never reaches,
 *   in any order and as often as the host likes. It sets all that it gives, every time.
 * - A falling indicator fires where it gets below 0, a rising one where it gets above; 0 itself is
 *   on neither of these sides. Each transition has its own.
 * - Constructors may run at the same time as others, of one type too, and as calculations.
 *   Calculations of a re-entrant type may run at the same time for one SimObject; those of
 *   another type by one thread at a time, not always the same. No static variable changes.
 * - What a call gets is there until it returns; what it passes is copied before that. Tables of
 *   types and kinds stay for good. SimObjects are not moved. Who allocates frees.
 * - Rounding mode, subnormal numbers, traps, locale, signal handlers, the working directory and
 *   standard output are left as they are. Nothing unwinds: exceptions are caught before.
 * - What is logged at a trial point may never have happened.
 * - `a*b + c` is not fused: compile with -ffp-contract=off, never with -ffast-math. */

#ifndef BOWLINE_SIMOBJECT_H
#define BOWLINE_SIMOBJECT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct BowlineBundle BowlineBundle;
typedef struct BowlineBundleKind BowlineBundleKind;
typedef struct BowlineBundleMember BowlineBundleMember;
typedef struct BowlineCreator BowlineCreator;
typedef struct BowlineCreatorCalls BowlineCreatorCalls;
typedef struct BowlineSignal BowlineSignal;
typedef struct BowlinePlace BowlinePlace;
typedef struct BowlineCalculation BowlineCalculation;
typedef struct BowlineLoop BowlineLoop;
typedef struct BowlineTimeEvents BowlineTimeEvents;
typedef struct BowlineNumber BowlineNumber;
typedef struct BowlinePattern BowlinePattern;
typedef struct BowlineFault BowlineFault;
typedef struct BowlineIo BowlineIo;
typedef struct BowlineIoCalls BowlineIoCalls;
typedef struct BowlineLibrary BowlineLibrary;
typedef struct BowlineType BowlineType;
typedef struct BowlineLook BowlineLook;
typedef struct BowlineLookAttribute BowlineLookAttribute;
typedef struct BowlineParameter BowlineParameter;
typedef struct BowlineValue BowlineValue;
typedef struct BowlineResource BowlineResource;
typedef struct BowlineResourceKind BowlineResourceKind;
typedef struct BowlineQuantity BowlineQuantity;
typedef struct BowlineProvider BowlineProvider;
typedef struct BowlineNature BowlineNature;
typedef struct BowlineTerminal BowlineTerminal;
typedef struct BowlineBranch BowlineBranch;
typedef struct BowlineRateGain BowlineRateGain;
typedef struct BowlineText BowlineText;


/// Version of the ABI. A host takes libraries of its own major version which need
/// no minor version later than its own (`Library::needs_minor`).
#define BOWLINE_ABI_MAJOR 3

/// See `BOWLINE_ABI_MAJOR`. 1: in-ports have ranges (`BOWLINE_MEANING_LOWER`, `BOWLINE_MEANING_UPPER`).
#define BOWLINE_ABI_MINOR 1

/// Reserved: an in-port that need not be connected.
#define BOWLINE_SIGNAL_OPTIONAL 1

/// An in-port with one source.
#define BOWLINE_ROLE_IN_PORT 1

/// An in-port that adds up any number of sources.
#define BOWLINE_ROLE_SUM_PORT 2

/// An out-port that a common computation fills.
#define BOWLINE_ROLE_OUT_PORT 3

/// An out-port that is a state.
#define BOWLINE_ROLE_OUT_PORT_OF_STATE 4

/// A state.
#define BOWLINE_ROLE_STATE 5

/// A value that one calculation leaves for another of the same SimObject.
#define BOWLINE_ROLE_PRIVATE 6

/// A state that stays the same between the ticks of a clock: an update sets
/// its next value, or an event handler its value.
#define BOWLINE_ROLE_DISCRETE_STATE 7

/// Room for delay lines and the like: one update writes it in place.
#define BOWLINE_ROLE_MEMORY 8

/// A number whose sign the host watches, of width 1.
#define BOWLINE_ROLE_INDICATOR 9

/// A number that the host solves for, so that its residual becomes 0; to others it is
/// an out-port.
#define BOWLINE_ROLE_UNKNOWN 10

/// What has to become 0: `state` is the `index` of the unknown, which is as wide. A
/// `BOWLINE_PURPOSE_RESIDUAL` fills it.
#define BOWLINE_ROLE_RESIDUAL 11

/// An event when the number falls from 0 or more below 0.
#define BOWLINE_CROSSING_FALLING 1

/// An event when the number rises from 0 or less above 0.
#define BOWLINE_CROSSING_RISING 2

/// An event at both.
#define BOWLINE_CROSSING_EITHER 3

/// The numbers of several runs side by side.
#define BOWLINE_LOOP_LANES 1

/// Each number followed by its derivatives in several directions.
#define BOWLINE_LOOP_TANGENT 2

/// Something jumps or bends there: the method steps exactly to it and starts
/// afresh.
#define BOWLINE_TIMES_EVENT 1

/// Smooth, but a step must not jump over what begins there: it ends there, and
/// the method goes on.
#define BOWLINE_TIMES_STOP 2

/// Fills out-ports and private values.
#define BOWLINE_PURPOSE_COMMON_COMPUTATION 1

/// Gives the derivatives of all states.
#define BOWLINE_PURPOSE_DERIVATIVES 2

/// Completes initial conditions: sets states that are not a number yet.
#define BOWLINE_PURPOSE_INITIAL_CONDITION 3

/// Sets, at the ticks of a clock, the next values of discrete states.
#define BOWLINE_PURPOSE_UPDATE 4

/// Sets states when an indicator crosses 0.
#define BOWLINE_PURPOSE_HANDLER 5

/// Fills residuals, which the host makes 0 by its choice of their unknowns. What it does not say it
/// reads are all in-ports, resources, states and unknowns.
#define BOWLINE_PURPOSE_RESIDUAL 6

/// The result may change with time and state.
#define BOWLINE_RATE_CONTINUOUS 0

/// The result depends on parameters and constant results only.
#define BOWLINE_RATE_CONSTANT 1

/// It runs at the ticks of a clock of its own `period` and `offset`; what it
/// fills is held until the next one.
#define BOWLINE_RATE_EVERY 2

/// It runs at the ticks of the clock of which the scenario gives the period, to
/// the SimObject itself or to all.
#define BOWLINE_RATE_SAMPLE_TIME 3

/// It runs after each step that was accepted.
#define BOWLINE_RATE_STEPS 4

/// `reads` says what it reads: of in-ports, resources, private values and out-ports
/// exactly these; of its own states these, or all if none is among them. If
/// `reads` is empty it reads nothing at all. Without this it counts as reading all
/// in-ports, all resources that it uses and all of its own states, beside `reads`.
#define BOWLINE_CALCULATION_READS_NAMED 1

/// It reads none of the SimObject's own states.
#define BOWLINE_CALCULATION_READS_NO_STATES 2

/// The `BOWLINE_PURPOSE_INITIAL_CONDITION` does not apply to a state from which a run continues;
/// without this it runs there too, and the host drops what it sets.
#define BOWLINE_CALCULATION_ONLY_AT_START 4

/// What it remembers depends on how long the ticks of its clock are: a run that
/// continues from a state file must have the same `period` and `offset`, and the
/// same parameters that say how much is remembered.
#define BOWLINE_CALCULATION_COUNTS_TICKS 8

/// Typical magnitude of a state, by which the absolute tolerance is multiplied; or of an unknown, an out-port or an indicator.
#define BOWLINE_MEANING_NOMINAL 1

/// Value of an in-port that is not connected.
#define BOWLINE_MEANING_DEFAULT_INPUT 2

/// The parameter whose value an in-port has that is not connected.
#define BOWLINE_MEANING_DEFAULT_INPUT_PARAMETER 3

/// Initial value of a state or memory that the scenario does not give; or of
/// an out-port or private value whose previous value is read before there is any.
#define BOWLINE_MEANING_INITIAL_VALUE 4

/// What gives an in-port its value should tick together with what reads it; a
/// warning says why, where it does not.
#define BOWLINE_MEANING_IN_STEP 5

/// What gives an in-port its value should not tick more often than what reads
/// it; a warning says why, where it does.
#define BOWLINE_MEANING_NO_FINER 6

/// From where the numbers of a port, state or private value are counted; a
/// connection of ports that differ is told with a warning.
#define BOWLINE_MEANING_DATUM 7

/// Where the search for an unknown begins, or for an out-port in a loop.
#define BOWLINE_MEANING_GUESS 8

/// From where an in-port is moved by hand. Reserved: the least value of an unknown.
#define BOWLINE_MEANING_LOWER 9

/// To where an in-port is moved by hand. Reserved: the largest value of an unknown.
#define BOWLINE_MEANING_UPPER 10

/// On which side an indicator has to be in a mode: where it is not at the start, or at the end of an instant, its
/// handler runs. A falling or rising one has to be before 0, and one for `BOWLINE_CROSSING_EITHER` above 0 where the mode is not 0.
#define BOWLINE_MEANING_SIDE 11

/// An in-port reads the rate of another one, of the same width. There is one in equilibria, 0, and in frequency responses; a
/// model in which it is not connected does not run.
#define BOWLINE_MEANING_RATE 12

/// The side is that where the mode is 0.
#define BOWLINE_SIDE_INVERTED 1

/// The side counts at the start alone, unless the SimObject is part of a loop.
#define BOWLINE_SIDE_AT_START 2

/// Counted from a zero of nature, as pressures above vacuum.
#define BOWLINE_DATUM_ABSOLUTE 1

/// Counted from a reference, as pressures above that of the air.
#define BOWLINE_DATUM_RELATIVE 2

/// A number of the method and of nothing physical, as a wave of a transmission line.
#define BOWLINE_DATUM_BOOKKEEPING 3

/// A band about the main diagonal.
#define BOWLINE_PATTERN_BAND 1

/// Listed elements.
#define BOWLINE_PATTERN_ELEMENTS 2

/// A parameter contradicts another, or is wrong in a way that its bounds do not say.
#define BOWLINE_FAULT_WRONG_PARAMETER 1

/// The constructor cannot go on.
#define BOWLINE_FAULT_NOT_CONSTRUCTED 2

/// The constructor panicked or threw an exception; the message says so, as in
/// `panicked: index out of bounds`.
#define BOWLINE_FAULT_EXCEPTION 3

/// The library contradicts itself.
#define BOWLINE_FAULT_MISTAKE 4

/// Levels of messages: something failed.
#define BOWLINE_LEVEL_ERROR 1

/// Something may be wrong.
#define BOWLINE_LEVEL_WARNING 2

/// Worth knowing.
#define BOWLINE_LEVEL_INFO 3

/// For who looks for an error.
#define BOWLINE_LEVEL_DEBUG 4

/// For who looks very closely.
#define BOWLINE_LEVEL_TRACE 5

/// A smaller step may succeed.
#define BOWLINE_FAILURE_RECOVERABLE 1

/// The run cannot go on.
#define BOWLINE_FAILURE_FATAL 2

/// A panic or an exception; the message says so, as in `panicked: index out of bounds`.
#define BOWLINE_FAILURE_THROWN 3

/// The library's language keeps it to the rows of numbers that it gets. The host
/// leaves guards around the rows of other libraries.
#define BOWLINE_LIBRARY_KEEPS_TO_ROWS 1

/// The calculations of this type keep intermediate results in the SimObject:
/// each run gets its own, and never runs two of their calculations at once.
#define BOWLINE_TYPE_NOT_REENTRANT 1

/// Reserved: a SimObject drives something outside, of which there is one in each
/// run, with `save` and `restore`.
#define BOWLINE_TYPE_ONE_PER_RUN 2

/// In place of a signal: numbers.
#define BOWLINE_LOOK_NUMBERS 4294967295u

/// In place of a number of elements: all that follow.
#define BOWLINE_LOOK_REST 4294967295u

/// A sphere.
#define BOWLINE_SHAPE_SPHERE 1

/// A box.
#define BOWLINE_SHAPE_BOX 2

/// A cylinder.
#define BOWLINE_SHAPE_CYLINDER 3

/// A cone.
#define BOWLINE_SHAPE_CONE 4

/// A cylinder with half a sphere at both ends.
#define BOWLINE_SHAPE_CAPSULE 5

/// A line through points.
#define BOWLINE_SHAPE_LINE 6

/// A tube along points.
#define BOWLINE_SHAPE_TUBE 7

/// A coil spring.
#define BOWLINE_SHAPE_COIL 8

/// A hydraulic cylinder.
#define BOWLINE_SHAPE_HYDRAULIC_CYLINDER 9

/// An arrow, for a force or a velocity.
#define BOWLINE_SHAPE_ARROW 10

/// Words.
#define BOWLINE_SHAPE_TEXT 11

/// The three axes of a frame.
#define BOWLINE_SHAPE_AXES 12

/// A mesh out of a file.
#define BOWLINE_SHAPE_MESH 13

/// A surface over a grid.
#define BOWLINE_SHAPE_SURFACE 14

/// A line through where a point has been.
#define BOWLINE_SHAPE_TRAIL 15

/// The middle of the shape, 3 numbers, m.
#define BOWLINE_LOOK_CENTRE 1

/// Where it begins, 3 numbers, m.
#define BOWLINE_LOOK_FROM 2

/// Where it ends, 3 numbers, m.
#define BOWLINE_LOOK_TO 3

/// Points, 3 numbers each, m.
#define BOWLINE_LOOK_POINTS 4

/// Radius, m.
#define BOWLINE_LOOK_RADIUS 5

/// Lengths of the edges of a box, 3 numbers, m.
#define BOWLINE_LOOK_SIZE 6

/// Length, m.
#define BOWLINE_LOOK_LENGTH 7

/// Height of letters, m.
#define BOWLINE_LOOK_HEIGHT 8

/// Number of windings of a coil.
#define BOWLINE_LOOK_WINDINGS 9

/// What an arrow shows, 3 numbers.
#define BOWLINE_LOOK_VECTOR 10

/// Length of an arrow for each unit of what it shows; factor of a mesh.
#define BOWLINE_LOOK_SCALE 11

/// Radius of the barrel of a hydraulic cylinder, m.
#define BOWLINE_LOOK_BARREL_RADIUS 12

/// Length of the barrel, m.
#define BOWLINE_LOOK_BARREL_LENGTH 13

/// Radius of the rod, m.
#define BOWLINE_LOOK_ROD_RADIUS 14

/// Length of the rod, m.
#define BOWLINE_LOOK_ROD_LENGTH 15

/// Radius of the mounts at both ends, m.
#define BOWLINE_LOOK_MOUNT_RADIUS 16

/// Heights of a surface, row by row, m.
#define BOWLINE_LOOK_HEIGHTS 17

/// Number of heights in each row.
#define BOWLINE_LOOK_COLUMNS 18

/// Distance of the heights, along x and along y, m.
#define BOWLINE_LOOK_SPACING 19

/// Where the first height is, 3 numbers, m.
#define BOWLINE_LOOK_CORNER 20

/// Origin of the body's axes, 3 numbers, m.
#define BOWLINE_LOOK_POSITION 21

/// How the body's axes are turned: a unit quaternion w, x, y, z, or a rotation
/// matrix, row by row, which takes a vector from the body's axes to the world's.
#define BOWLINE_LOOK_ORIENTATION 22

/// Whether it is shown: not 0.
#define BOWLINE_LOOK_VISIBLE 23

/// Red, green, blue and perhaps opacity, 0 to 1.
#define BOWLINE_LOOK_COLOUR 24

/// The number that its colour shows; of a line, a tube or a surface perhaps one for each point.
#define BOWLINE_LOOK_VALUE 25

/// The numbers at both ends of the scale of colours, the lower one first.
#define BOWLINE_LOOK_VALUE_RANGE 26

/// For how long a trail stays, s; 0: for the whole run.
#define BOWLINE_LOOK_DURATION 27

/// A finite number.
#define BOWLINE_PARAMETER_NUMBER 1

/// Finite numbers separated by commas; one number fills a vector of known length.
#define BOWLINE_PARAMETER_VECTOR 2

/// Rows of numbers, separated by semicolons.
#define BOWLINE_PARAMETER_MATRIX 3

/// A whole number, not negative.
#define BOWLINE_PARAMETER_WHOLE 4

/// True or false.
#define BOWLINE_PARAMETER_BOOLEAN 5

/// Any text.
#define BOWLINE_PARAMETER_TEXT 6

/// The path of a text file, relative to the scenario.
#define BOWLINE_PARAMETER_TEXT_FILE 7

/// One of a few words.
#define BOWLINE_PARAMETER_CHOICE 8

/// Reserved: the path of a file of bytes, relative to the scenario.
#define BOWLINE_PARAMETER_BINARY_FILE 9

/// Reserved: what is declared depends on it, so that another value is another model.
#define BOWLINE_PARAMETER_STRUCTURAL 1

/// Reserved: only initial conditions depend on it.
#define BOWLINE_PARAMETER_INITIAL_ONLY 2

/// The matrix has as many rows as columns.
#define BOWLINE_PARAMETER_SQUARE 4

/// It is no acceleration of gravity.
#define BOWLINE_GRAVITY_NONE 0

/// An acceleration of gravity that pulls towards +z where it is positive; or a
/// vector of 3, in the scenario's frame.
#define BOWLINE_GRAVITY_TOWARDS_Z 1

/// An acceleration of gravity that pulls towards -z where it is positive.
#define BOWLINE_GRAVITY_AGAINST_Z 2

/// The scenario must give it.
#define BOWLINE_REQUIREMENT_REQUIRED 1

/// The default holds if the scenario gives none.
#define BOWLINE_REQUIREMENT_DEFAULT 2

/// It may be left out.
#define BOWLINE_REQUIREMENT_OPTIONAL 3

/// There is a lower bound.
#define BOWLINE_BOUND_LOWER 1

/// The lower bound itself is out of range.
#define BOWLINE_BOUND_LOWER_EXCLUDED 2

/// There is an upper bound.
#define BOWLINE_BOUND_UPPER 4

/// The upper bound itself is out of range.
#define BOWLINE_BOUND_UPPER_EXCLUDED 8

/// The SimObject answers.
#define BOWLINE_RESOURCE_PROVIDES 1

/// The SimObject asks. Calculations that do so name it in what they read.
#define BOWLINE_RESOURCE_USES 2

/// The most answers to one request.
#define BOWLINE_MOST_ANSWERS (1 << 20)

/// `Io::asking` while the calculation itself is at work.
#define BOWLINE_NOT_ASKING UINT32_MAX

/// It gives its through variable, an out-port; it may read the three others. One that gives none only measures.
#define BOWLINE_BRANCH_THROUGH 1

/// It stores: its through variable is a coefficient, one number or an out-port, times its rate. A second number is with
/// what its across variable begins, where the scenario says nothing; the first is 0 then, if an out-port gives the coefficient. It may read the four others.
#define BOWLINE_BRANCH_STORAGE 2

/// It gives its across variable, and perhaps its position and rate, as out-ports: none of the three is a constant 0. It
/// may read its through variable.
#define BOWLINE_BRANCH_ACROSS 3

/// The sum of the across variables of all its pairs, each times a factor, is 0; there are as many numbers as pairs. It
/// may read the through variable of a pair whose factor is 1: that of each other is as many times that.
#define BOWLINE_BRANCH_RATIO 4

/// Its across variable is 0 while its through variable stays within a limit, an out-port; else it slides, with a through
/// variable of the size of its coefficient, an out-port (the limit, if it has none), against the across variable. From
/// `BOWLINE_UNLIMITED` on a limit holds whatever comes. It may read the four others.
#define BOWLINE_BRANCH_FRICTION 5

/// Its position does not fall below a number: it pushes its ends apart there. Three numbers: the position, the
/// restitution (what is left of the across variable after a hit, 0 to 1) and the across variable below which it comes
/// to rest. It may read the four others.
#define BOWLINE_BRANCH_STOP 6

/// A branch of friction whose limit is at least that has none.
#define BOWLINE_UNLIMITED 1e300

/// UTF-8 text: so many bytes, with no zero at the end. An empty one may be null.
/// It never gets another field.
struct BowlineText {
  /// Its first byte.
  const char *first;
  /// Number of bytes.
  size_t length;
};

/// A signal of a kind of bundles.
struct BowlineBundleMember {
  /// Its name, as other names are.
  struct BowlineText name;
  /// SI unit, empty for a pure number.
  struct BowlineText unit;
  /// One line for the reader of the reference.
  struct BowlineText doc;
  /// Number of elements.
  uint64_t width;
  /// What the other side reads where it is not connected: as many numbers as
  /// the member is wide, or one that fills it.
  const double *open;
  /// How many; 0 if it must be connected.
  size_t open_count;
  /// 0, `BOWLINE_DATUM_ABSOLUTE`, `BOWLINE_DATUM_RELATIVE` or `BOWLINE_DATUM_BOOKKEEPING`.
  uint32_t datum;
  /// 0.
  uint32_t reserved;
};

/// What bundles of one kind are made of. Two kinds are the same if their names,
/// sides and members are: descriptions and the numbers of open ends may differ.
struct BowlineBundleKind {
  /// Size of this struct, bytes.
  uint32_t size;
  /// Size of a `BowlineBundleMember`, bytes.
  uint32_t member_size;
  /// Its name, as other names are.
  struct BowlineText name;
  /// One line for the reader of the reference.
  struct BowlineText doc;
  /// The names of its two sides, as other names are; they differ.
  struct BowlineText sides[2];
  /// What each side gives: out-ports of this side, in-ports of the other one.
  const struct BowlineBundleMember *members[2];
  /// How many, for each side.
  size_t member_counts[2];
};

/// A group of in-ports and out-ports that are connected together, to one of the
/// other side of the same kind. Its members are declared after it, each as a
/// signal with its `bundle`.
struct BowlineBundle {
  /// Size of this struct, bytes.
  uint32_t size;
  /// 0.
  uint32_t reserved;
  /// Its name: a letter or `_`, then letters, digits, `_`, `-`.
  struct BowlineText name;
  /// One line for the reader of the reference.
  struct BowlineText doc;
  /// What it is made of.
  const struct BowlineBundleKind *kind;
  /// The name of its side.
  struct BowlineText side;
};

/// What a SimObject asks of the scenario. The host reads the text, checks it,
/// and notes what is wrong; the answer is a `BowlineValue`.
struct BowlineParameter {
  /// Size of this struct, bytes.
  uint32_t size;
  /// `BOWLINE_PARAMETER_NUMBER`, `BOWLINE_PARAMETER_VECTOR`, `BOWLINE_PARAMETER_MATRIX`, `BOWLINE_PARAMETER_WHOLE`,
  /// `BOWLINE_PARAMETER_BOOLEAN`, `BOWLINE_PARAMETER_TEXT`, `BOWLINE_PARAMETER_TEXT_FILE`,
  /// `BOWLINE_PARAMETER_CHOICE` or `BOWLINE_PARAMETER_BINARY_FILE`.
  uint32_t kind;
  /// The attribute's name.
  struct BowlineText name;
  /// SI unit, empty for a pure number.
  struct BowlineText unit;
  /// One line for the reader of the reference.
  struct BowlineText doc;
  /// `BOWLINE_REQUIREMENT_REQUIRED`, `BOWLINE_REQUIREMENT_DEFAULT` or `BOWLINE_REQUIREMENT_OPTIONAL`.
  uint32_t requirement;
  /// Any of `BOWLINE_BOUND_LOWER`, `BOWLINE_BOUND_LOWER_EXCLUDED`, `BOWLINE_BOUND_UPPER`, `BOWLINE_BOUND_UPPER_EXCLUDED`.
  uint32_t bounds;
  /// Least value of every number, with `BOWLINE_BOUND_LOWER`.
  double lower;
  /// Largest value of every number, with `BOWLINE_BOUND_UPPER`.
  double upper;
  /// Number of elements of a vector; 0 if any will do.
  size_t length;
  /// The words of a choice.
  const struct BowlineText *options;
  /// How many.
  size_t option_count;
  /// Default of numbers, vectors and matrices (row by row).
  const double *default_numbers;
  /// How many.
  size_t default_count;
  /// Columns of a default matrix.
  size_t default_columns;
  /// Default of a whole number, a boolean (0, 1) or a choice (position).
  uint64_t default_whole;
  /// Default of a text.
  struct BowlineText default_text;
  /// `BOWLINE_GRAVITY_NONE`, `BOWLINE_GRAVITY_TOWARDS_Z` or `BOWLINE_GRAVITY_AGAINST_Z`.
  uint32_t gravity;
  /// Any of `BOWLINE_PARAMETER_SQUARE`, `BOWLINE_PARAMETER_STRUCTURAL`, `BOWLINE_PARAMETER_INITIAL_ONLY`.
  uint32_t flags;
  /// Number of rows of a matrix; 0 if any will do.
  size_t rows;
  /// Number of columns of a matrix; 0 if any will do.
  size_t columns;
};

/// The value of a parameter; or, if what the scenario gives is missing or
/// wrong, which the host then reports, one to go on with. Pointers are valid
/// until the next call to the creator.
struct BowlineValue {
  /// Size of this struct, bytes; set before the call.
  uint32_t size;
  /// 1 if there is a value, 0 if an optional parameter is left out.
  uint32_t given;
  /// Numbers, vectors and matrices (row by row).
  const double *numbers;
  /// How many.
  size_t count;
  /// Columns of a matrix.
  size_t columns;
  /// A whole number, a boolean (0, 1) or a choice (position).
  uint64_t whole;
  /// A text, or the contents of a file.
  struct BowlineText text;
  /// The path of a file.
  struct BowlineText path;
  /// The contents of a binary file.
  const uint8_t *bytes;
  /// How many.
  size_t byte_count;
  /// The SHA-256 of a file, in hexadecimal digits.
  struct BowlineText hash;
};

/// A declared signal. It never gets another field.
struct BowlinePlace {
  /// By which other declarations name it: its position among the signals.
  uint32_t index;
  /// First place of its numbers in the workspace; for a sum, position of its
  /// first source in the list of places. Only for calculations: it is not
  /// known yet when the SimObject is constructed for the first time.
  uint32_t first;
  /// Number of sources of a sum. Of another signal 0; but 1 if the calculation did not
  /// declare it: then it has no numbers there, and who wants them tells so with
  /// `IoCalls::out_of_bounds`.
  uint32_t count;
  /// 0.
  uint32_t reserved;
};

/// A row of numbers: a port, a state, a private value, memory or an indicator.
struct BowlineSignal {
  /// Size of this struct, bytes.
  uint32_t size;
  /// `BOWLINE_ROLE_IN_PORT`, `BOWLINE_ROLE_SUM_PORT`, `BOWLINE_ROLE_OUT_PORT`, `BOWLINE_ROLE_OUT_PORT_OF_STATE`,
  /// `BOWLINE_ROLE_STATE`, `BOWLINE_ROLE_PRIVATE`, `BOWLINE_ROLE_DISCRETE_STATE`, `BOWLINE_ROLE_MEMORY`,
  /// `BOWLINE_ROLE_INDICATOR`, `BOWLINE_ROLE_UNKNOWN` or `BOWLINE_ROLE_RESIDUAL`.
  uint32_t role;
  /// Its name: a letter or `_`, then letters, digits, `_`, `-`.
  struct BowlineText name;
  /// SI unit, empty for a pure number.
  struct BowlineText unit;
  /// One line for the reader of the reference.
  struct BowlineText doc;
  /// Number of elements.
  uint64_t width;
  /// For an out-port that is a state: the state's `index`. For a residual: that of its unknown.
  uint32_t state;
  /// What travels through a port: 0, numbers.
  uint32_t kind;
  /// For an indicator: `BOWLINE_CROSSING_FALLING`, `BOWLINE_CROSSING_RISING` or `BOWLINE_CROSSING_EITHER`.
  uint32_t crossing;
  /// For a member of a bundle, which is an in-port or out-port: what `bundle`
  /// returned, and 1 more; else 0. Its `name` is that of the member; unit and
  /// description are those of the kind, and not read here.
  uint32_t bundle;
  /// Reserved: 0, or `BOWLINE_SIGNAL_OPTIONAL`.
  uint32_t flags;
  /// Reserved: what `terminal` returned, and 1 more, for a signal of a terminal.
  uint32_t terminal;
  /// Reserved: names of its elements, as other names are.
  const struct BowlineText *element_names;
  /// How many: none, or as many as it has elements.
  size_t element_name_count;
  /// Reserved: which part of the terminal it is.
  uint32_t part;
  /// For memory that is a ring: the width of an entry. At the tick with number n, counted from 0, its update replaces
  /// entry n modulo their number, and the oldest entry is the one that is replaced.
  uint32_t ring;
};

/// Numbers that belong to a signal.
struct BowlineNumber {
  /// Size of this struct, bytes.
  uint32_t size;
  /// `BOWLINE_MEANING_NOMINAL`, `BOWLINE_MEANING_DEFAULT_INPUT`, `BOWLINE_MEANING_DEFAULT_INPUT_PARAMETER`,
  /// `BOWLINE_MEANING_INITIAL_VALUE`, `BOWLINE_MEANING_IN_STEP`, `BOWLINE_MEANING_NO_FINER`, `BOWLINE_MEANING_DATUM`,
  /// `BOWLINE_MEANING_GUESS`, `BOWLINE_MEANING_LOWER`, `BOWLINE_MEANING_UPPER`, `BOWLINE_MEANING_SIDE` or `BOWLINE_MEANING_RATE`.
  uint32_t meaning;
  /// The signal's index.
  uint32_t signal;
  /// For `BOWLINE_MEANING_DATUM`: `BOWLINE_DATUM_ABSOLUTE`, `BOWLINE_DATUM_RELATIVE` or `BOWLINE_DATUM_BOOKKEEPING`; for `BOWLINE_MEANING_SIDE`: the
  /// index of the mode, a discrete state; for `BOWLINE_MEANING_RATE`: the index of the in-port whose rate it is; else 0.
  uint32_t datum;
  /// As many as the signal is wide, or one that fills it; none of an `BOWLINE_MEANING_IN_STEP`,
  /// `BOWLINE_MEANING_NO_FINER`, `BOWLINE_MEANING_DATUM` or `BOWLINE_MEANING_RATE`; of an `BOWLINE_MEANING_SIDE` none, or which element is the mode, and `BOWLINE_SIDE_INVERTED`,
  /// `BOWLINE_SIDE_AT_START`, both added, or 0.
  const double *values;
  /// How many.
  size_t count;
  /// Name of the parameter whose value a `BOWLINE_MEANING_DEFAULT_INPUT_PARAMETER` is; why, of an `BOWLINE_MEANING_IN_STEP` or `BOWLINE_MEANING_NO_FINER`.
  struct BowlineText parameter;
};

/// What a calculation can tell its host.
struct BowlineIoCalls {
  /// Size of this struct, bytes.
  uint32_t size;
  /// 0.
  uint32_t reserved;
  /// Notes why the calculation fails: `BOWLINE_FAILURE_RECOVERABLE`, `BOWLINE_FAILURE_FATAL` or `BOWLINE_FAILURE_THROWN`.
  /// The calculation has to return all the same. The first call counts.
  void (*fail)(struct BowlineIo *io, uint32_t kind, struct BowlineText message);
  /// Notes that a place outside was used. Returns `width` numbers to go on
  /// with, which are not a number, until the loop returns.
  double *(*out_of_bounds)(struct BowlineIo *io, uint32_t place, size_t width);
  /// Says something to the user: `BOWLINE_LEVEL_ERROR` to `BOWLINE_LEVEL_TRACE`.
  void (*log)(struct BowlineIo *io, uint32_t level, struct BowlineText message);
};

/// Who answers. `Io::resources` is a row of them; the `first` place of what a
/// SimObject `BOWLINE_RESOURCE_USES` is a position in it.
struct BowlineProvider {
  /// The function.
  size_t (*answer)(const void *object,
                   struct BowlineIo *io,
                   const double *inputs,
                   double *outputs,
                   size_t count,
                   size_t tag);
  /// To be passed on.
  const void *object;
  /// To be passed on.
  size_t tag;
};

/// What a calculation sees of a run.
///
/// Every access goes to a place that the constructor got, and is checked
/// against `value_count` (or `result_count`). A place outside is told with
/// `calls->out_of_bounds`, which gives numbers to go on with.
///
/// A library uses the one that it was lent, and passes it on; never a copy, which
/// would lack what the library does not know. It writes `object`, and `asking`
/// while it asks.
struct BowlineIo {
  /// Size of this struct, bytes.
  uint32_t size;
  /// Size of a `BowlineProvider`, bytes.
  uint32_t provider_size;
  /// `[x | held | constants | signals | private values]`.
  double *values;
  /// How many.
  size_t value_count;
  /// By the places of the states: the derivatives that `BOWLINE_PURPOSE_DERIVATIVES` give, or
  /// the next values of discrete states that an `BOWLINE_PURPOSE_UPDATE` gives. A `BOWLINE_PURPOSE_HANDLER`
  /// writes the values that it sets there too. None for others.
  double *results;
  /// How many.
  size_t result_count;
  /// Places of the sources of sums.
  const uint32_t *places;
  /// How many.
  size_t place_count;
  /// Simulated time, s.
  double time;
  /// In what runs on a clock: how many ticks came before this one.
  uint64_t tick;
  /// Position of the SimObject that calculates; the loop sets it.
  size_t object;
  /// What a calculation can tell its host.
  const struct BowlineIoCalls *calls;
  /// The host's.
  void *notes;
  /// Who answers for resources, by their places: each so many bytes behind the one
  /// before as `provider_size` says.
  const struct BowlineProvider *resources;
  /// How many.
  size_t resource_count;
  /// The place of the resource that is being asked, else `BOWLINE_NOT_ASKING`.
  uint32_t asking;
  /// 0.
  uint32_t reserved;
};

/// Reserved: a loop that does what that of a `BowlineCalculation` does, for several sets of
/// numbers at once.
struct BowlineLoop {
  /// Size of this struct, bytes.
  uint32_t size;
  /// `BOWLINE_LOOP_LANES` or `BOWLINE_LOOP_TANGENT`.
  uint32_t kind;
  /// How many sets, or directions.
  uint32_t width;
  /// 0.
  uint32_t reserved;
  /// The loop.
  size_t (*calculate)(void *objects, size_t count, struct BowlineIo *io, size_t tag);
  /// Handed back to the loop.
  size_t tag;
};

/// A function of one SimObject that the host calls in batches.
struct BowlineCalculation {
  /// Size of this struct, bytes.
  uint32_t size;
  /// `BOWLINE_PURPOSE_COMMON_COMPUTATION`, `BOWLINE_PURPOSE_DERIVATIVES`, `BOWLINE_PURPOSE_INITIAL_CONDITION`,
  /// `BOWLINE_PURPOSE_UPDATE`, `BOWLINE_PURPOSE_HANDLER` or `BOWLINE_PURPOSE_RESIDUAL`.
  uint32_t purpose;
  /// The function's name, for messages.
  struct BowlineText name;
  /// `BOWLINE_RATE_CONTINUOUS` or `BOWLINE_RATE_CONSTANT`, or a clock: `BOWLINE_RATE_EVERY`, `BOWLINE_RATE_SAMPLE_TIME` or
  /// `BOWLINE_RATE_STEPS`. An update has a clock.
  uint32_t rate;
  /// Any of `BOWLINE_CALCULATION_READS_NAMED`, `BOWLINE_CALCULATION_READS_NO_STATES`,
  /// `BOWLINE_CALCULATION_ONLY_AT_START`, `BOWLINE_CALCULATION_COUNTS_TICKS`.
  uint32_t flags;
  /// Indices of the signals that it reads: see `BOWLINE_CALCULATION_READS_NAMED`.
  const uint32_t *reads;
  /// How many.
  size_t read_count;
  /// Indices of what it gives: out-ports, private values and indicators that
  /// a common computation fills; states and memory that an initial condition
  /// sets; discrete states of which an update sets the next values, and memory
  /// that it writes in place; states that a handler sets.
  const uint32_t *gives;
  /// How many.
  size_t give_count;
  /// The loop over like SimObjects.
  size_t (*calculate)(void *objects, size_t count, struct BowlineIo *io, size_t tag);
  /// Handed back to the loop, so that one may serve several calculations.
  size_t tag;
  /// Indices of the signals whose previous values it reads: what was held
  /// when the instant began. Only on a clock.
  const uint32_t *previous;
  /// How many.
  size_t previous_count;
  /// For `BOWLINE_RATE_EVERY`: the period of the clock, s, more than 0.
  double period;
  /// For `BOWLINE_RATE_EVERY`: its first tick, s after the start of the run, 0 or more.
  double offset;
  /// For a handler: index of the indicator.
  uint32_t indicator;
  /// 0.
  uint32_t reserved;
  /// Reserved: other loops of the same function.
  const struct BowlineLoop *const *loops;
  /// How many.
  size_t loop_count;
};

/// A function that announces times.
struct BowlineTimeEvents {
  /// Size of this struct, bytes.
  uint32_t size;
  /// `BOWLINE_TIMES_EVENT` or `BOWLINE_TIMES_STOP`; a SimObject may register one of each.
  uint32_t kind;
  /// The first such time of a SimObject strictly after `io->time`, s;
  /// infinite if there is none. There are no values then.
  double (*next)(void *object, struct BowlineIo *io, size_t tag);
  /// Handed back to the function.
  size_t tag;
};

/// Says that the derivatives of one state depend on no other elements of a
/// state or in-port than these; what is not said counts as all.
struct BowlinePattern {
  /// Size of this struct, bytes.
  uint32_t size;
  /// `BOWLINE_PATTERN_BAND` or `BOWLINE_PATTERN_ELEMENTS`.
  uint32_t kind;
  /// Index of the state whose derivatives are meant.
  uint32_t rows;
  /// Index of the state or in-port that they depend on.
  uint32_t columns;
  /// Diagonals of a band below the main one.
  uint32_t below;
  /// Diagonals of a band above the main one.
  uint32_t above;
  /// Pairs of row and column, one after the other.
  const uint32_t *elements;
  /// How many pairs.
  size_t element_count;
};

/// To what an attribute of a shape is bound, or a piece of it.
struct BowlineLookAttribute {
  /// One of `LOOK_...`.
  uint32_t attribute;
  /// Index of a signal; `BOWLINE_LOOK_NUMBERS` if these are numbers.
  uint32_t signal;
  /// First element of the signal.
  uint32_t first;
  /// Number of elements; `BOWLINE_LOOK_REST`: all from `first` on.
  uint32_t count;
  /// The numbers.
  const double *numbers;
  /// How many.
  size_t number_count;
};

/// A shape of a SimObject. Each of its attributes is bound to numbers, or to
/// elements of the SimObject's signals.
struct BowlineLook {
  /// Size of this struct, bytes.
  uint32_t size;
  /// One of `SHAPE_...`.
  uint32_t shape;
  /// The attributes. One that is named several times is put together of
  /// these pieces, in their order.
  const struct BowlineLookAttribute *attributes;
  /// How many.
  size_t attribute_count;
  /// Name of the material, or a colour, `#rrggbb` or `#rrggbbaa`; empty if
  /// the viewer may choose.
  struct BowlineText material;
  /// What a `BOWLINE_SHAPE_TEXT` says, or the file of a `BOWLINE_SHAPE_MESH`; else empty.
  struct BowlineText text;
  /// Size of a `BowlineLookAttribute`, bytes.
  uint32_t attribute_size;
  /// 0.
  uint32_t reserved;
};

/// Some of the numbers that a resource is asked with, or answers.
struct BowlineQuantity {
  /// Its name: a letter or `_`, then letters, digits, `_`, `-`.
  struct BowlineText name;
  /// SI unit, empty for a pure number.
  struct BowlineText unit;
  /// Number of elements.
  uint64_t width;
};

/// What can be asked, and how it is answered. Who asks and who answers agree in
/// its name and in all quantities.
struct BowlineResourceKind {
  /// Size of this struct, bytes.
  uint32_t size;
  /// Size of a `BowlineQuantity`, bytes.
  uint32_t quantity_size;
  /// Its name: a letter or `_`, then letters, digits, `_`, `-`.
  struct BowlineText name;
  /// One line about it.
  struct BowlineText doc;
  /// What is asked with, in its order.
  const struct BowlineQuantity *inputs;
  /// How many quantities.
  size_t input_count;
  /// What is answered, in its order.
  const struct BowlineQuantity *outputs;
  /// How many quantities.
  size_t output_count;
};

/// One side of a shared resource: numbers that one SimObject gives for numbers
/// that many others ask with.
///
/// It counts as a signal, so that calculations can name it in what they read;
/// but it has no numbers in the workspace.
struct BowlineResource {
  /// Size of this struct, bytes.
  uint32_t size;
  /// `BOWLINE_RESOURCE_PROVIDES` or `BOWLINE_RESOURCE_USES`.
  uint32_t role;
  /// Its name in the SimObject: a letter or `_`, then letters, digits, `_`, `-`.
  struct BowlineText name;
  /// One line for the reader of the reference.
  struct BowlineText doc;
  /// What can be asked.
  const struct BowlineResourceKind *kind;
  /// For `BOWLINE_RESOURCE_PROVIDES`: the function that answers.
  size_t (*answer)(const void *object,
                   struct BowlineIo *io,
                   const double *inputs,
                   double *outputs,
                   size_t count,
                   size_t tag);
  /// Handed back to the function.
  size_t tag;
  /// The function's name, for messages.
  struct BowlineText function;
  /// Indices of the signals that the answers depend on.
  const uint32_t *reads;
  /// How many.
  size_t read_count;
  /// Any of `BOWLINE_CALCULATION_READS_NAMED`, `BOWLINE_CALCULATION_READS_NO_STATES`, which
  /// mean the same here.
  uint32_t flags;
  /// 0.
  uint32_t reserved;
};

/// Something wrong with a construction.
struct BowlineFault {
  /// Size of this struct, bytes.
  uint32_t size;
  /// `BOWLINE_FAULT_WRONG_PARAMETER`, `BOWLINE_FAULT_NOT_CONSTRUCTED`, `BOWLINE_FAULT_EXCEPTION` or `BOWLINE_FAULT_MISTAKE`.
  uint32_t kind;
  /// Name of the parameter, for `BOWLINE_FAULT_WRONG_PARAMETER`.
  struct BowlineText parameter;
  /// What is wrong.
  struct BowlineText message;
};

/// What flows through terminals, and what it is driven by. Two are the same if their names and units are.
struct BowlineNature {
  /// Size of this struct, bytes.
  uint32_t size;
  /// 0.
  uint32_t reserved;
  /// Its name: a letter or `_`, then letters, digits, `_`, `-`.
  struct BowlineText name;
  /// One line for the reader of the reference.
  struct BowlineText doc;
  /// The variable that is the same at all terminals of a node, as a velocity.
  struct BowlineText across;
  /// Its SI unit.
  struct BowlineText across_unit;
  /// The variable whose sum over a node is 0, positive into the element, as a force.
  struct BowlineText through;
  /// Its SI unit.
  struct BowlineText through_unit;
  /// The integral of the across variable, as a position; empty if there is none.
  struct BowlineText position;
  /// Its SI unit.
  struct BowlineText position_unit;
  /// The rate of the across variable, as an acceleration; empty if nobody asks for it.
  struct BowlineText rate;
  /// Its SI unit.
  struct BowlineText rate_unit;
  /// Typical magnitudes of across and through variables, in these units; 0 for 1.
  double across_nominal;
  /// The same.
  double through_nominal;
};

/// A place where a SimObject is joined to others without a direction.
struct BowlineTerminal {
  /// Size of this struct, bytes.
  uint32_t size;
  /// 0.
  uint32_t reserved;
  /// Its name: a letter or `_`, then letters, digits, `_`, `-`.
  struct BowlineText name;
  /// One line for the reader of the reference.
  struct BowlineText doc;
  /// What flows through it.
  const struct BowlineNature *nature;
};

/// What lies between two terminals of a SimObject, or between one and the reference. Its across variable, position and
/// rate are those of the first end less those of the second; its through variable is positive from the first end
/// through the SimObject to the second.
struct BowlineBranch {
  /// Size of this struct, bytes.
  uint32_t size;
  /// `BOWLINE_BRANCH_THROUGH`, `BOWLINE_BRANCH_STORAGE`, `BOWLINE_BRANCH_ACROSS`, `BOWLINE_BRANCH_RATIO`, `BOWLINE_BRANCH_FRICTION` or `BOWLINE_BRANCH_STOP`.
  uint32_t form;
  /// Its name for messages; empty if it is the only one of its SimObject.
  struct BowlineText name;
  /// Numbers of terminals, in pairs: from the first to the second of each; 1 more
  /// than `terminal` returned, 0 for the reference. One pair, but for `BOWLINE_BRANCH_RATIO`.
  const uint32_t *ends;
  /// How many pairs.
  size_t end_count;
  /// The signals of its across variable, its position, its rate, its through variable, its coefficient and its limit, in
  /// this order, those at the end left out where there are none: the index of each and 1 more, or 0 for none. What it
  /// gives are out-ports; what it is given are in-ports, which the host feeds.
  const uint32_t *signals;
  /// How many.
  size_t signal_count;
  /// Numbers, as the form says.
  const double *numbers;
  /// How many.
  size_t number_count;
};

/// Reserved: an output depends on the rate of an input.
struct BowlineRateGain {
  /// Size of this struct, bytes.
  uint32_t size;
  /// Index of the out-port.
  uint32_t output;
  /// Index of the in-port.
  uint32_t input;
  /// 0.
  uint32_t reserved;
  /// The factor of each element of the output and each of the input, row by row.
  const double *factors;
  /// How many.
  size_t count;
};

/// What a constructor can ask and tell. The first argument is the creator.
struct BowlineCreatorCalls {
  /// Size of this struct, bytes.
  uint32_t size;
  /// 0.
  uint32_t reserved;
  /// The SimObject's name in the scenario, valid while it is constructed.
  struct BowlineText (*object_name)(struct BowlineCreator*);
  /// Declares a parameter and asks for its value.
  void (*parameter)(struct BowlineCreator*, const struct BowlineParameter*, struct BowlineValue*);
  /// Declares a port, a state or a private value; where it will be.
  struct BowlinePlace (*signal)(struct BowlineCreator*, const struct BowlineSignal*);
  /// Declares numbers that belong to a signal.
  void (*number)(struct BowlineCreator*, const struct BowlineNumber*);
  /// Registers a calculation.
  void (*calculation)(struct BowlineCreator*, const struct BowlineCalculation*);
  /// Registers a function that announces time events, or stops.
  void (*time_events)(struct BowlineCreator*, const struct BowlineTimeEvents*);
  /// Declares on which elements of a state or in-port derivatives depend.
  void (*pattern)(struct BowlineCreator*, const struct BowlinePattern*);
  /// Adds a shape to what the SimObject looks like.
  void (*look)(struct BowlineCreator*, const struct BowlineLook*);
  /// Declares a resource that the SimObject provides or asks; where it will be.
  struct BowlinePlace (*resource)(struct BowlineCreator*, const struct BowlineResource*);
  /// Notes that something is wrong.
  void (*fault)(struct BowlineCreator*, const struct BowlineFault*);
  /// Says something to the user: `BOWLINE_LEVEL_ERROR` to `BOWLINE_LEVEL_TRACE`.
  void (*log)(struct BowlineCreator*, uint32_t level, struct BowlineText message);
  /// The period of the clock `BOWLINE_RATE_SAMPLE_TIME`, s: the SimObject's own, else that of
  /// the scenario; if there is neither, that is noted, and it is 1.
  double (*sample_time)(struct BowlineCreator*);
  /// Declares a bundle; by which number its members name it.
  uint32_t (*bundle)(struct BowlineCreator*, const struct BowlineBundle*);
  /// Declares a terminal; by which number branches name it.
  uint32_t (*terminal)(struct BowlineCreator*, const struct BowlineTerminal*);
  /// Declares what lies between terminals.
  void (*branch)(struct BowlineCreator*, const struct BowlineBranch*);
  /// Reserved: declares that an output follows the rate of an input.
  void (*rate_gain)(struct BowlineCreator*, const struct BowlineRateGain*);
  /// Reserved: the key of a sequence of random numbers, of a seed and the
  /// SimObject's name.
  uint64_t (*random_key)(struct BowlineCreator*, uint64_t seed);
};

/// What a constructor talks to: a host's table of functions. What follows it
/// in memory is the host's.
struct BowlineCreator {
  /// The functions.
  const struct BowlineCreatorCalls *calls;
};

/// One type of SimObject.
///
/// The host provides the memory of the SimObjects: those of one type lie side
/// by side, and are never moved.
struct BowlineType {
  /// Size of this struct, bytes.
  uint32_t size;
  /// Any of `BOWLINE_TYPE_NOT_REENTRANT`, `BOWLINE_TYPE_ONE_PER_RUN`.
  uint32_t flags;
  /// Its name in scenarios, with or without a group: `Cable/Spring`, `Spring`.
  struct BowlineText name;
  /// One line for the reader of the reference.
  struct BowlineText doc;
  /// Size of a SimObject, bytes; a multiple of its alignment.
  size_t object_size;
  /// Alignment of a SimObject, bytes; a power of two.
  size_t object_alignment;
  /// Constructs a SimObject in the given memory, declaring what it is to the
  /// creator; returns 0. If it cannot go on it tells the creator the fault,
  /// leaves nothing in the memory, and returns anything else.
  ///
  /// It is called several times for each SimObject: once to declare it, which is
  /// destroyed at once; once for each access set, that is, for each different set
  /// of signals that its calculations touch (once in all, if the type is not
  /// re-entrant, and again for each run); and again by whoever inspects it. It
  /// must make the same calls each time. Constructors of one type may run at once.
  uint32_t (*construct)(struct BowlineCreator *creator, void *object);
  /// Destroys a SimObject; null if there is nothing to do.
  void (*destroy)(void *object);
  /// Null; for what a SimObject keeps outside of the run's numbers. Passes its
  /// bytes to `write`, with `to`, and returns 0.
  uint32_t (*save)(void *object, void *to, void (*write)(void *to,
                                                         const uint8_t *bytes,
                                                         size_t count));
  /// Null; takes up what `save` passed, and returns 0.
  uint32_t (*restore)(void *object, const uint8_t *bytes, size_t count);
};

/// A set of SimObject types under one name.
///
/// The library exports, for its name and each alias, a function
/// `bowline_library_<Name>` without arguments that returns a pointer to it. It
/// is never unloaded, so what it says stays valid.
struct BowlineLibrary {
  /// Major version of the ABI that it was built for. The first three fields
  /// stay what they are in all versions.
  uint32_t abi_major;
  /// Minor version of the ABI that it was built for.
  uint32_t abi_minor;
  /// Size of this struct, bytes.
  uint32_t size;
  /// `BOWLINE_LIBRARY_KEEPS_TO_ROWS` or 0.
  uint32_t flags;
  /// The `LibName` of scenarios: ASCII letters, digits and `_`, no digit first.
  struct BowlineText name;
  /// Its version.
  struct BowlineText version;
  /// One line for the reader of the reference.
  struct BowlineText doc;
  /// Other names that scenarios may use for it.
  const struct BowlineText *aliases;
  /// How many.
  size_t alias_count;
  /// Its types.
  const struct BowlineType *const *types;
  /// How many.
  size_t type_count;
  /// The least minor version of the ABI that a host must have: `BOWLINE_ABI_MINOR`, or
  /// less if it uses nothing that came later.
  uint32_t needs_minor;
  /// 0.
  uint32_t reserved;
};

/// Calculates for `count` SimObjects that lie side by side, in order. Returns
/// `count`, or the position of the one that failed (after `calls->fail`).
typedef size_t (*BowlineCalculate)(void *objects, size_t count, struct BowlineIo *io, size_t tag);

/// The first time event of a SimObject strictly after `io->time`, s; infinite
/// if there is none. There are no values then.
typedef double (*BowlineNextTimeEvent)(void *object, struct BowlineIo *io, size_t tag);

/// Answers `count` times, in order: the inputs and outputs of one after those
/// of the other. Returns `count`, or the position that failed (after
/// `calls->fail`). It writes nothing but the outputs, and several threads may
/// ask at once.
///
/// `count` is at most `BOWLINE_MOST_ANSWERS`: a larger request fails.
///
/// Who asks sets `asking` in its `BowlineIo` to the position of the resource, passes it
/// on, and puts back what was there; without an answer it fails too, and need not
/// say why.
typedef size_t (*BowlineAnswer)(const void *object,
                                struct BowlineIo *io,
                                const double *inputs,
                                double *outputs,
                                size_t count,
                                size_t tag);

#ifdef __cplusplus
}
#endif

#include "simobject_inline.h"

#endif
