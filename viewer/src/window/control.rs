//! What is asked of the run, or the replay.

use bevy::prelude::*;
use bowline_engine::live::{Command, Rate};

use super::actions::{Action, Asked};
use super::player::Player;

/// The rates between which one goes up and down.
pub const RATES: [f64; 9] = [0.01, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 100.0];

/// Does what is asked of what plays.
pub(super) fn obey(mut asked: MessageReader<Asked>, mut player: ResMut<Player>) {
    for Asked(action) in asked.read() {
        match action {
            Action::StepBack => player.step_back(),
            Action::Backwards => player.turn(),
            _ => {}
        }
        let now = player.now();
        let (rate, last) = (now.rate, now.marks.len().checked_sub(1));
        let command = match action {
            Action::PlayOrPause => Command::PlayOrPause,
            Action::Step => Command::Step,
            Action::Restart => Command::Restart,
            Action::Faster => Command::Rate(faster(rate)),
            Action::Slower => Command::Rate(slower(rate)),
            Action::Unlimited if rate == Rate::Unlimited => Command::Rate(Rate::Times(1.0)),
            Action::Unlimited => Command::Rate(Rate::Unlimited),
            Action::Rest => Command::Rest,
            Action::TakeBack => Command::TakeBack,
            Action::Mark => Command::Mark,
            Action::GoBack => match last {
                Some(last) => Command::GoBack(last),
                None => continue,
            },
            _ => continue,
        };
        player.send(command);
    }
}

fn faster(rate: Rate) -> Rate {
    match rate {
        Rate::Times(rate) => {
            RATES.iter().find(|step| **step > rate * 1.01).map_or(Rate::Unlimited, |step| Rate::Times(*step))
        }
        Rate::Unlimited => rate,
    }
}

fn slower(rate: Rate) -> Rate {
    let below = match rate {
        Rate::Times(rate) => rate * 0.99,
        Rate::Unlimited => f64::INFINITY,
    };
    RATES.iter().rev().find(|step| **step < below).map_or(rate, |step| Rate::Times(*step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_go_up_and_down_between_round_ones() {
        assert_eq!(faster(Rate::Times(1.0)), Rate::Times(2.0));
        assert_eq!(faster(Rate::Times(3.0)), Rate::Times(5.0));
        assert_eq!(faster(Rate::Times(100.0)), Rate::Unlimited);
        assert_eq!(faster(Rate::Unlimited), Rate::Unlimited);
        assert_eq!(slower(Rate::Unlimited), Rate::Times(100.0));
        assert_eq!(slower(Rate::Times(1.0)), Rate::Times(0.5));
        assert_eq!(slower(Rate::Times(0.01)), Rate::Times(0.01));
    }
}
