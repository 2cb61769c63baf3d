//! The pictures of the programs in `docs/pictures/`, taken while they are played. `UPDATE_GOLDENFILES=1` renews them.

use std::path::Path;

use zxtap::machine::screen::WIDTH;
use zxtap::toolchain::screen::png;

use crate::game::Game;

/// Compares the picture on the screen, every pixel doubled, with `docs/pictures/NAME.png`.
fn picture(game: &mut Game, name: &str) {
    // FLASH shows ink on paper during the first half of 32 frames.
    while game.machine.frames() % 32 != 2 {
        game.machine.frame();
    }
    let pixels = game.machine.picture().pixels;
    let doubled: Vec<u8> = pixels
        .chunks(WIDTH)
        .flat_map(|row| {
            let row: Vec<u8> = row.iter().flat_map(|&pixel| [pixel, pixel]).collect();
            [row.clone(), row].concat()
        })
        .collect();
    let taken = png(2 * WIDTH, &doubled).unwrap();
    let path = format!("docs/pictures/{name}.png");
    if std::env::var_os("UPDATE_GOLDENFILES").is_some() {
        std::fs::create_dir_all(Path::new(&path).parent().unwrap()).unwrap();
        std::fs::write(&path, &taken).unwrap();
    }
    let kept = std::fs::read(&path).unwrap_or_default();
    assert!(decoded(&kept) == decoded(&taken), "{path} is not what the screen shows: run `just bless`");
}

/// The pixels of a PNG file; none where it is no such file.
fn decoded(file: &[u8]) -> Option<Vec<u8>> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().ok()?;
    let mut pixels = vec![0; reader.output_buffer_size()?];
    reader.next_frame(&mut pixels).ok()?;
    Some(pixels)
}

#[test]
fn three() {
    let mut game = Game::start("three", "Your move");
    for (key, answer) in [('1', "O chose 2"), ('3', "O chose 4"), ('7', "O chose 5"), ('6', "O chose 8")] {
        game.press(key);
        game.wait(answer);
    }
    game.machine.run_frames(50);
    picture(&mut game, "three");
}

#[test]
fn three3d() {
    let mut game = Game::start("three3d", "X's move");
    for (turn, cell) in
        ["a1", "b5", "a2", "c1", "a3", "c3", "b6", "c2", "a9", "b9", "a5", "a6"].iter().enumerate()
    {
        game.wait_until("a cursor", |rows| rows[23].trim_end().ends_with('L'));
        game.type_text(cell);
        game.press('\n');
        game.wait(["O's move", "X's move"][turn % 2]);
    }
    game.machine.run_frames(20);
    picture(&mut game, "three3d");
}

#[test]
fn gray() {
    let mut game = Game::start("gray", "Who begins?");
    game.press('1');
    game.wait("Your move");
    game.press('5');
    game.wait("Gray chose");
    game.press('v');
    game.machine.run_frames(200);
    picture(&mut game, "gray");
}

#[test]
fn referee() {
    let mut game = Game::start("referee", "Row 1");
    for (row, next) in [("xox\n", "Row 2"), ("oxo\n", "Row 3"), ("xox\n", "Q: quit")] {
        game.wait_until("a cursor", |rows| rows[23].trim_end().ends_with('L'));
        game.type_text(row);
        game.wait(next);
    }
    game.machine.run_frames(20);
    picture(&mut game, "referee");
}
