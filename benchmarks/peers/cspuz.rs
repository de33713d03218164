// cspuz_core as a contestant of kinds.py: a line "KIND ROWS COLUMNS CLUE CLUE ..." becomes "SECONDS VERDICT".
// A clue is a word, "-" for none; after the clues come the regions of the cells, where a kind has them.
// Put it in cspuz_rs_puzzles/src/bin/ of a checkout of cspuz_core and build it with cargo build --release --bin cspuz.
use cspuz_rs::graph::InnerGridEdges;
use cspuz_rs::items::Arrow;
use cspuz_rs_puzzles::puzzles::*;
use std::collections::BTreeSet;
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

fn each<T>(rows: &[&[&str]], read: impl Fn(&str) -> T) -> Vec<Vec<T>> {
    rows.iter().map(|row| row.iter().map(|word| read(word)).collect()).collect()
}

fn number(word: &str) -> Option<i32> {
    if word == "?" { Some(-1) } else { word.parse().ok() }
}

fn arrow(word: &str) -> Option<(Arrow, i32)> {
    let (digits, direction) = word.split_at(word.len() - 1);
    match direction {
        "n" => Some((Arrow::Up, digits.parse().unwrap())),
        "s" => Some((Arrow::Down, digits.parse().unwrap())),
        "w" => Some((Arrow::Left, digits.parse().unwrap())),
        "e" => Some((Arrow::Right, digits.parse().unwrap())),
        "x" => Some((Arrow::Unspecified, -1)),
        _ => None,
    }
}

// The borders between regions, and the number of each region in the order of their first cells.
fn rooms(rows: &[&[&str]], regions: &[&[&str]]) -> (InnerGridEdges<Vec<Vec<bool>>>, Vec<Option<i32>>) {
    let across = |pair: &[&[&str]]| pair[0].iter().zip(pair[1]).map(|(a, b)| a != b).collect();
    let borders = InnerGridEdges {
        horizontal: regions.windows(2).map(across).collect(),
        vertical: regions.iter().map(|row| row.windows(2).map(|pair| pair[0] != pair[1]).collect()).collect(),
    };
    let cells: Vec<(&str, &str)> = regions.concat().into_iter().zip(rows.concat()).collect();
    let mut seen = BTreeSet::new();
    let firsts = cells.iter().filter(|(region, _)| seen.insert(*region));
    let clue = |name: &str| cells.iter().filter(|(region, _)| *region == name).find_map(|(_, word)| number(word));
    let numbers = firsts.map(|(region, _)| clue(region)).collect();
    (borders, numbers)
}

fn main() {
    for line in std::io::stdin().lock().lines().map(|line| line.unwrap()) {
        let words: Vec<&str> = line.split(' ').collect();
        let (height, columns): (usize, usize) = (words[1].parse().unwrap(), words[2].parse().unwrap());
        let both: Vec<&[&str]> = words[3..].chunks(columns).collect();
        let (rows, regions) = both.split_at(height);
        let numbers = each(rows, number);
        let begun = unsafe { clock() };
        let found = match words[0] {
            "slitherlink" => verdict(slitherlink::enumerate_answers_slitherlink(false, &numbers, 2).len()),
            "nurikabe" => verdict(nurikabe::enumerate_answers_nurikabe(&numbers, 2).len()),
            "hitori" => {
                let facts = hitori::solve_hitori(&each(rows, |word| number(word).unwrap_or(-1)));
                shared(facts.as_ref().map(|facts| facts.iter().flatten()))
            }
            "kurodoko" => shared(kurodoko::solve_kurodoko(&numbers).as_ref().map(|facts| facts.iter().flatten())),
            "heyawake" => {
                let (borders, clues) = rooms(rows, regions);
                verdict(heyawake::enumerate_answers_heyawake(&borders, &clues, 2).len())
            }
            "yinyang" => {
                let facts = yinyang::solve_yinyang(&each(rows, |word| match word {
                    "w" => yinyang::YinYangClue::White,
                    "b" => yinyang::YinYangClue::Black,
                    _ => yinyang::YinYangClue::None,
                }));
                shared(facts.as_ref().map(|facts| facts.iter().flatten()))
            }
            "masyu" => {
                let facts = masyu::solve_masyu(false, &each(rows, |word| match word {
                    "w" => masyu::MasyuClue::White,
                    "b" => masyu::MasyuClue::Black,
                    _ => masyu::MasyuClue::None,
                }));
                shared(facts.as_ref().map(|f| f.horizontal.iter().chain(f.vertical.iter()).flatten()))
            }
            "simpleloop" => {
                let facts = simpleloop::solve_simpleloop(&each(rows, |word| word == "x"));
                shared(facts.as_ref().map(|f| f.horizontal.iter().chain(f.vertical.iter()).flatten()))
            }
            "yajilin" => {
                let facts = yajilin::solve_yajilin(false, &each(rows, arrow));
                shared(facts.as_ref().map(|(f, shaded)| {
                    f.horizontal.iter().chain(f.vertical.iter()).chain(shaded.iter()).flatten()
                }))
            }
            _ => "refused",
        };
        println!("{:.6} {}", (unsafe { clock() } - begun) as f64 / 1e6, found);
    }
}
