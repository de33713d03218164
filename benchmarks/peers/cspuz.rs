// cspuz_core as a contestant of kinds.py: a line "KIND ROWS COLUMNS CLUE CLUE ..." becomes "SECONDS VERDICT".
// Put it in cspuz_rs_puzzles/src/bin/ of a checkout of cspuz_core and build it with cargo build --release --bin cspuz.
use cspuz_rs_puzzles::puzzles::*;
use std::io::BufRead;

extern "C" {
    fn clock() -> i64; // processor time in microseconds
}

fn verdict(answers: usize) -> &'static str {
    ["none", "unique", "multiple"][answers]
}

// Unique, if what all answers share is everything.
fn shared<'a>(found: Option<impl Iterator<Item = &'a Option<bool>>>) -> &'static str {
    verdict(found.map_or(0, |mut facts| if facts.all(|fact| fact.is_some()) { 1 } else { 2 }))
}

fn main() {
    for line in std::io::stdin().lock().lines().map(|line| line.unwrap()) {
        let words: Vec<&str> = line.split(' ').collect();
        let columns: usize = words[2].parse().unwrap();
        let rows: Vec<&[&str]> = words[3..].chunks(columns).collect();
        let number = |word: &&str| if *word == "?" { Some(-1) } else { word.parse::<i32>().ok() };
        let numbers: Vec<Vec<Option<i32>>> = rows.iter().map(|row| row.iter().map(number).collect()).collect();
        let begun = unsafe { clock() };
        let found = match words[0] {
            "slitherlink" => verdict(slitherlink::enumerate_answers_slitherlink(false, &numbers, 2).len()),
            "nurikabe" => verdict(nurikabe::enumerate_answers_nurikabe(&numbers, 2).len()),
            "hitori" => {
                let blank = |row: &Vec<Option<i32>>| row.iter().map(|n| n.unwrap_or(-1)).collect();
                let board: Vec<Vec<i32>> = numbers.iter().map(blank).collect();
                let facts = hitori::solve_hitori(&board);
                shared(facts.as_ref().map(|facts| facts.iter().flatten()))
            }
            "masyu" => {
                let circle = |word: &&str| match *word {
                    "w" => masyu::MasyuClue::White,
                    "b" => masyu::MasyuClue::Black,
                    _ => masyu::MasyuClue::None,
                };
                let board: Vec<Vec<_>> = rows.iter().map(|row| row.iter().map(circle).collect()).collect();
                let facts = masyu::solve_masyu(false, &board);
                shared(facts.as_ref().map(|f| f.horizontal.iter().chain(f.vertical.iter()).flatten()))
            }
            _ => "refused",
        };
        println!("{:.6} {}", (unsafe { clock() } - begun) as f64 / 1e6, found);
    }
}
