(* Sudominoku: a sudoku that is covered by the dominoes of a set, each with two different digits and each of them
   once, and one single for each digit. Given are the singles and some dominoes.

   The text: "sudominoku ROWSxCOLUMNS", the size of a box, and the board as printed: every second line has a row; a
   cell is three characters, with one between cells: "(5)" a single, " 5 " a digit of a given domino, " . " another
   cell. "-" between two cells of a row, or "|" in the line between two rows, joins the two cells of a given
   domino.

   Helpers: each two neighbouring cells that are open are an edge, a cell that holds 1 if a domino lies there; and
   for each domino that is not given a cell holds its place: the number of an edge, from 1 in reading order of the
   first cell, the edge to the right before the one downwards. *)
From Coq Require Import ZArith String Ascii Bool List.
From Coversat Require Import Rules Text Boards Kinds.Sudoku.
Import ListNotations.
Local Open Scope nat_scope.

(* The character at a place of the text below the first line; a space if there is none. *)
Definition character_at (picture : list string) (line column : nat) : ascii :=
  match get column (nth line picture EmptyString) with Some a => a | None => " "%char end.

Section Board.
  Context (height width : nat) (picture : list string).
  Let n := height * width.
  Definition face (r c : nat) : ascii := character_at picture (2 * r) (4 * c + 1).
  Definition given (r c : nat) : option nat := digit (face r c).
  Definition is_single (rc : nat * nat) : bool :=
    let '(r, c) := rc in
    Ascii.eqb (character_at picture (2 * r) (4 * c)) "(" && Ascii.eqb (character_at picture (2 * r) (4 * c + 2)) ")".
  Definition has_bracket (rc : nat * nat) : bool :=
    let '(r, c) := rc in
    Ascii.eqb (character_at picture (2 * r) (4 * c)) "(" || Ascii.eqb (character_at picture (2 * r) (4 * c + 2)) ")".
  Definition pairs : list ((nat * nat) * (nat * nat)) :=
    concat (grid n n (fun r c => map (pair (r, c)) (on_board n n [(r, c + 1); (r + 1, c)]))).
  Definition is_joined (pair : (nat * nat) * (nat * nat)) : bool :=
    let '((r, c), (r', _)) := pair in
    if r =? r' then Ascii.eqb (character_at picture (2 * r) (4 * c + 3)) "-"
    else Ascii.eqb (character_at picture (2 * r + 1) (4 * c + 1)) "|".
End Board.

(* [joined] are the given dominoes. *)
Section Joined.
  Context (height width : nat) (picture : list string) (joined : list ((nat * nat) * (nat * nat))).
  Let n := height * width.
  Let given := given picture.
  Let is_single := is_single picture.
  Definition same_place (a b : nat * nat) : bool := (fst a =? fst b) && (snd a =? snd b).
  Definition times_joined (rc : nat * nat) : nat :=
    length (filter (fun pair => same_place (fst pair) rc || same_place (snd pair) rc) joined).
  Definition closed (rc : nat * nat) : bool := is_single rc || (1 <=? times_joined rc).
  Definition digit_at (rc : nat * nat) : nat := match given (fst rc) (snd rc) with Some d => d | None => 0 end.

  (* Cells have a digit if they are a single or of one given domino, and are blank otherwise; singles have all digits. *)
  Definition is_fine (rc : nat * nat) : bool :=
    let '(r, c) := rc in
    Bool.eqb (has_bracket picture rc) (is_single rc) &&
    match given r c with
    | Some d => (1 <=? d) && (d <=? n) && ((if is_single rc then 1 else 0) + times_joined rc =? 1)
    | None => Ascii.eqb (face picture r c) "." && negb (closed rc)
    end.
  Definition places : list (nat * nat) := (grid n n pair).
  Definition singles : list nat := map digit_at (filter is_single places).
  (* Nothing stands where nothing is expected. *)
  Definition expected (line column : nat) (a : ascii) : bool :=
    Ascii.eqb a " " ||
    (line <? 2 * n - 1) && (column <? 4 * n) &&
    if Nat.even line
    then match column mod 4 with
         | 0 => Ascii.eqb a "("
         | 1 => true
         | 2 => Ascii.eqb a ")"
         | _ => Ascii.eqb a "-" && (column <? 4 * n - 1)
         end
    else Ascii.eqb a "|" && (column mod 4 =? 1).
  Definition as_drawn : bool :=
    forallb (fun numbered_line => forallb (fun numbered => expected (fst numbered_line) (fst numbered) (snd numbered))
        (combine (below (String.length (snd numbered_line))) (characters (snd numbered_line))))
      (combine (below (length picture)) picture).

  Definition well_formed : bool :=
    as_drawn && forallb is_fine places && (length singles =? n) && once Nat.eqb singles &&
    forallb (fun pair => negb (digit_at (fst pair) =? digit_at (snd pair))) joined.

  Definition shows_pair (i j : nat) (pair : (nat * nat) * (nat * nat)) : bool :=
    let a := digit_at (fst pair) in let b := digit_at (snd pair) in ((a =? i) && (b =? j)) || ((a =? j) && (b =? i)).
  (* All dominoes of the set with how often they are given. *)
  Definition set_of_dominoes : list ((nat * nat) * nat) :=
    flat_map (fun i => map (fun j => ((i, j), length (filter (shows_pair i j) joined))) (seq (i + 1) (n - i))) (seq 1 n).

  Definition open_pairs : list ((nat * nat) * (nat * nat)) :=
    filter (fun pair => negb (closed (fst pair)) && negb (closed (snd pair))) (pairs height width).
End Joined.

(* [open_pairs] are the edges where a domino that is not given may lie. *)
Section Rules.
  Context (n : nat) (open_pairs : list ((nat * nat) * (nat * nat))).
  Definition cell_of (rc : nat * nat) : cell := cell_number n (fst rc) (snd rc).
  Definition edge_of (pair : (nat * nat) * (nat * nat)) : cell :=
    let '((r, c), (r', _)) := pair in if r =? r' then right_line n (n * n) r c else down_line n n (n * n) r c.
  Definition edges_in_order : list cell := map fst (edges n n (n * n)).
  Definition place_of (number : nat) : cell := Pos.of_succ_nat (n * n + 2 * n * (n - 1) + number).
  Definition numbered {A} (first : nat) (l : list A) : list (nat * A) := combine (seq first (length l)) l.
  Definition at_edges (rc : nat * nat) : list (nat * ((nat * nat) * (nat * nat))) :=
    filter (fun one => same_place (fst (snd one)) rc || same_place (snd (snd one)) rc) (numbered 1 open_pairs).
  Definition is_not (c : cell) (v : nat) : rule := Count [c] [Z.of_nat v] [0%Z].

  (* A domino lies at its place, and an edge where a domino shows its digits is its place. *)
  Definition at_its_place (place : cell) (i j : nat) (one : nat * ((nat * nat) * (nat * nat))) : list rule :=
    let '(number, (a, b)) := one in
    let edge := edge_of (a, b) in
    let shown i j :=
      Or [[is_not edge 1]; [is_not (cell_of a) i]; [is_not (cell_of b) j]; [Count [place] [Z.of_nat number] [1%Z]]] in
    [If place (Z.of_nat number) [(edge, 1%Z)]; shown i j; shown j i].
  (* A cell on which a domino lies shows one of its digits. *)
  Definition shows_it (place : cell) (i j : nat) (rc : nat * nat) : list rule :=
    match at_edges rc with
    | [] => []
    | own => [Or [[Count [place] (map (fun one => Z.of_nat (fst one)) own) [0%Z]];
                  [Count [cell_of rc] [Z.of_nat i; Z.of_nat j] [1%Z]]]]
    end.
  (* A given domino lies nowhere else. *)
  Definition nowhere_else (i j : nat) (pair : (nat * nat) * (nat * nat)) : list rule :=
    let shown i j := Or [[is_not (edge_of pair) 1]; [is_not (cell_of (fst pair)) i]; [is_not (cell_of (snd pair)) j]] in
    [shown i j; shown j i].

  Definition impossible : rule := Count [] [1%Z] [1%Z].
  Definition domino_rules (domino : nat * ((nat * nat) * nat)) : list rule :=
    let '(number, ((i, j), times_given)) := domino in
    match times_given, open_pairs with
    | 0, [] => [impossible]
    | 0, _ => flat_map (at_its_place (place_of number) i j) (numbered 1 open_pairs) ++
              flat_map (shows_it (place_of number) i j) (grid n n pair)
    | 1, _ => flat_map (nowhere_else i j) open_pairs
    | _, _ => [impossible]
    end.

End Rules.

Definition sudominoku (height width : nat) (picture : list string)
    (joined open_pairs : list ((nat * nat) * (nat * nat))) : puzzle :=
  let n := height * width in
  let dominoes := numbered 0 (set_of_dominoes height width picture joined) in
  let open_edges := map (edge_of n) open_pairs in
  let has_place domino := (snd (snd domino) =? 0) && (1 <=? length open_pairs) in
  {| domains := grid n n (fun r c => (cell_of n (r, c), may_hold (digits n) (given picture r c))) ++
                map (fun c => (c, [0; 1]%Z)) (filter (fun c => existsb (Pos.eqb c) open_edges) (edges_in_order n)) ++
                map (fun domino => (place_of n (fst domino), map Z.of_nat (seq 1 (length open_pairs)))) (filter has_place dominoes);
     shown := cells n n;
     rules :=
       map (different n) (Sudoku.rows n ++ Sudoku.columns n ++ boxes n height) ++
       (* every open cell lies under one domino *)
       map (fun rc => exactly 1 (map (fun one => edge_of n (snd one)) (at_edges open_pairs rc)))
         (filter (fun rc => negb (closed picture joined rc)) (grid n n pair)) ++
       flat_map (domino_rules n open_pairs) dominoes |}.

Definition read (text : string) : option puzzle :=
  match split newline text with
  | first :: picture =>
      match words first with
      | ["sudominoku"%string; box] =>
          let* sides := all number_of (split "x" box) in
          match sides with
          | [height; width] =>
              when ((1 <=? height) && (height <=? 9) && (2 <=? width) && (width <=? 9)) then
              when (height * width <=? 9) then
              let joined := filter (is_joined picture) (pairs height width) in
              when (well_formed height width picture joined) then
              Some (sudominoku height width picture joined (open_pairs height width picture joined))
          | _ => None
          end
      | _ => None
      end
  | [] => None
  end.
