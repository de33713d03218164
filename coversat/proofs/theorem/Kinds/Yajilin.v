(* Yajilin: shade cells, and draw one loop through all others. A clue says how many cells are shaded in its
   direction, up to the border. Shaded cells do not share sides; cells with clues are neither shaded nor on the
   loop.

   The text: "yajilin ROWS COLUMNS", and for each cell "-", a clue such as "2e" (n, s, w, e: north, south, west,
   east), or "x" for a clue without a number. Shaded cells hold 1. *)
From Coq Require Import ZArith String Ascii List.
From Coversat Require Import Rules Text Boards.
Import ListNotations.
Local Open Scope nat_scope.

Inductive clue := Empty | Shaded (n : nat) (direction : ascii).
Fixpoint shaded (digits : string) (word : string) : option clue :=
  match word with
  | String a EmptyString => let* n := number_of digits in
      when (existsb (Ascii.eqb a) ["n"; "s"; "w"; "e"]%char) then Some (Shaded n a)
  | String a rest => shaded (digits ++ String a EmptyString) rest
  | EmptyString => None
  end.
Definition read_clue (word : string) : option clue := if String.eqb word "x" then Some Empty else shaded "" word.

Definition read (text : string) : option puzzle :=
  let* (R, C, board) := board_of_words "yajilin" (or_blank "-" read_clue) text in
  let is_free r c := match look_at None board r c with None => true | Some _ => false end in
  let free := cells_where R C is_free in
  let lines := edges_between free (edges R C (R * C)) in
  let seen places := numbers C (filter (fun rc => is_free (fst rc) (snd rc)) places) in
  let clue_rule r c := match look_at None board r c with
    | Some (Shaded n a) =>
        [exactly n (seen (match a with
           | "n"%char => going_up r c
           | "s"%char => going_down R r c
           | "w"%char => going_left r c
           | _ => going_right C r c
           end))]
    | _ => []
    end in
  let both_free ab := (existsb (Pos.eqb (fst ab)) free && existsb (Pos.eqb (snd ab)) free)%bool in
  (* A shaded cell has no lines; another one has two, so one at least without any of them. *)
  let on_the_loop c :=
    let own := edges_of c lines in
    map (fun line => at_most_one [c; line]) own ++
    match own with
    | [] => [at_least_one [c]]
    | _ => map (fun line => at_least_one (c :: filter (fun other => negb (Pos.eqb other line)) own)) own
    end in
  Some {|
    domains := map (fun c => (c, [0; 1]%Z)) (free ++ map fst lines);
    shown := free ++ map fst lines;
    rules := everywhere R C clue_rule ++ not_both (filter both_free (side_pairs R C)) ++
             flat_map on_the_loop free ++ [Loop lines]
  |}.
