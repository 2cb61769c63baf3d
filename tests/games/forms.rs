//! The programs minified and renumbered: they pass their own tests.

use zxtap::toolchain::minify::Step;

use crate::game::{Form, in_form};
use crate::{gray, referee, three, three3d};

const USUAL: Form = Form::Minified(&Step::USUAL);
const ALL: Form = Form::Minified(&Step::ALL);

/// What the ordinary tests play of each program.
fn some_of_three() {
    three::answers_1_5_with_2_and_9();
    three::wins_at_8_although_it_could_block_at_9();
    three::refuses_a_taken_square_and_takes_a_key_once();
    three::restarts_with_r_and_stops_with_q();
}

fn some_of_three3d() {
    three3d::whole_games_agree_with_the_model();
    three3d::what_is_no_move_is_told_and_asked_again();
    three3d::a_line_that_runs_over_the_board_does_no_harm();
}

fn some_of_gray() {
    gray::whole_games_follow_the_rule();
    gray::wrong_keys_are_forgiven_and_r_and_q_obeyed();
}

fn some_of_referee() {
    referee::malformed_rows_are_refused_in_the_host_s_words();
    referee::a_row_that_runs_over_the_board_does_no_harm();
}

#[test]
fn minified_three_plays_as_before() {
    in_form(USUAL, || {
        some_of_three();
        three::some_games_go_as_in_the_model();
    });
}

#[test]
fn minified_three3d_plays_as_before() {
    in_form(USUAL, || {
        some_of_three3d();
        three3d::each_of_the_49_lines_counts_once();
        three3d::no_keys_make_a_report();
    });
}

#[test]
fn minified_gray_plays_as_before() {
    in_form(USUAL, || {
        some_of_gray();
        gray::the_program_s_values_are_the_model_s();
    });
}

#[test]
fn minified_referee_judges_as_before() {
    in_form(USUAL, || {
        some_of_referee();
        referee::fifty_boards_are_judged_as_by_the_host();
    });
}

#[test]
fn with_val_they_still_play() {
    in_form(ALL, || {
        three::wins_at_8_although_it_could_block_at_9();
        three3d::a_line_that_runs_over_the_board_does_no_harm();
        gray::wrong_keys_are_forgiven_and_r_and_q_obeyed();
        referee::a_row_that_runs_over_the_board_does_no_harm();
    });
}

#[test]
fn renumbered_they_play_as_before() {
    in_form(Form::Renumbered(1, 1), some_of_three);
    in_form(Form::Renumbered(3000, 13), some_of_three);
    in_form(Form::Renumbered(5, 90), some_of_three3d);
    in_form(Form::Renumbered(1000, 10), some_of_gray);
    in_form(Form::Renumbered(7, 3), some_of_referee);
}

#[test]
#[ignore = "all 649 games, minified: a minute or so; see CONTRIBUTING.md"]
fn minified_three_plays_every_game() {
    in_form(USUAL, three::every_game_goes_as_in_the_model);
}

#[test]
#[ignore = "two hundred games, minified: some minutes; see CONTRIBUTING.md"]
fn minified_three3d_plays_a_hundred_games() {
    in_form(USUAL, || {
        three3d::a_hundred_games_agree_with_the_model();
        three3d::no_keys_make_a_report_a_hundred_times();
    });
}

#[test]
#[ignore = "all 1,382 positions, minified: a minute or so; see CONTRIBUTING.md"]
fn minified_gray_has_the_model_s_values_everywhere() {
    in_form(USUAL, gray::the_program_s_values_are_the_model_s_everywhere);
}

#[test]
#[ignore = "10,956 boards, minified: many minutes; see CONTRIBUTING.md"]
fn minified_referee_judges_every_legal_board() {
    in_form(USUAL, referee::every_legal_board_is_judged_as_by_the_host);
}
