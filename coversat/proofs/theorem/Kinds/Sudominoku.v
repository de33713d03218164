(* Sudominoku: a sudoku that is covered by the dominoes of a set, each with two different digits and each of them once, and
   one single for each digit.  Given are the singles and some dominoes.

   The text: "sudominoku ROWSxCOLUMNS", the size of a box, and the board as printed: every second line has a row; a cell is
   three characters, with one between cells: "(5)" a single, " 5 " a digit of a given domino, " . " another cell.  "-" between
   two cells of a row, or "|" in the line between two rows, joins the two cells of a given domino.

   Helper cells: for each two neighbouring cells that are open, the domino that lies there, or 0.  Of the dominoes that are
   not given, number m (from 0) lies with its smaller digit first as 2 m + 1, and with the larger one first as 2 m + 2. *)
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
  Definition pairs : list ((nat * nat) * (nat * nat)) :=
    grid n (n - 1) (fun r c => ((r, c), (r, c + 1))) ++ grid (n - 1) n (fun r c => ((r, c), (r + 1, c))).
  Definition is_joined (pair : (nat * nat) * (nat * nat)) : bool :=
    let '((r, c), (r', _)) := pair in
    if r =? r' then Ascii.eqb (character_at picture (2 * r) (4 * c + 3)) "-"
    else Ascii.eqb (character_at picture (2 * r + 1) (4 * c + 1)) "|".
  Definition joined : list ((nat * nat) * (nat * nat)) := filter is_joined pairs.
  Definition same_place (a b : nat * nat) : bool := (fst a =? fst b) && (snd a =? snd b).
  Definition times_joined (rc : nat * nat) : nat :=
    length (filter (fun pair => same_place (fst pair) rc || same_place (snd pair) rc) joined).
  Definition closed (rc : nat * nat) : bool := is_single rc || (1 <=? times_joined rc).
  Definition digit_at (rc : nat * nat) : nat := match given (fst rc) (snd rc) with Some d => d | None => 0 end.

  (* Cells have a digit if they are a single or of one given domino, and are blank otherwise; singles have all digits. *)
  Definition is_fine (rc : nat * nat) : bool :=
    let '(r, c) := rc in
    match given r c with
    | Some d => (1 <=? d) && (d <=? n) && ((if is_single rc then 1 else 0) + times_joined rc =? 1)
    | None => Ascii.eqb (face r c) "." && negb (closed rc)
    end.
  Definition places : list (nat * nat) := grid n n pair.
  Definition singles : list nat := map digit_at (filter is_single places).
  Definition well_formed : bool :=
    forallb is_fine places && (length singles =? n) && once Nat.eqb singles &&
    forallb (fun pair => negb (digit_at (fst pair) =? digit_at (snd pair))) joined.

  Definition shows_pair (i j : nat) (pair : (nat * nat) * (nat * nat)) : bool :=
    let a := digit_at (fst pair) in let b := digit_at (snd pair) in ((a =? i) && (b =? j)) || ((a =? j) && (b =? i)).
  (* All dominoes of the set with how often they are given. *)
  Definition set_of_dominoes : list ((nat * nat) * nat) :=
    flat_map (fun i => map (fun j => ((i, j), length (filter (shows_pair i j) joined))) (seq (i + 1) (n - i))) (seq 1 n).

  Definition sudominoku : puzzle :=
    let cell rc := cell_at n (fst rc) (snd rc) in
    let open_pairs := filter (fun pair => negb (closed (fst pair)) && negb (closed (snd pair))) pairs in
    let dominoes := map fst (filter (fun one => snd one =? 0) set_of_dominoes) in
    let tiles := combine (map (fun k => Pos.of_succ_nat (n * n + k)) (below (length open_pairs))) open_pairs in
    let numbered := combine (map Z.of_nat (below (length dominoes))) dominoes in
    let laid := map Z.of_nat (seq 1 (2 * length dominoes)) in
    let tiles_on rc := map fst (filter (fun tile => same_place (fst (snd tile)) rc || same_place (snd (snd tile)) rc) tiles) in
    let value d := Z.of_nat d in
    {| domains := map (fun rc => (cell rc, may_hold (digits n) (given (fst rc) (snd rc)))) places ++
                  map (fun tile => (fst tile, 0%Z :: laid)) tiles;
       shown := cells n n;
       rules :=
         map (different n) (Sudoku.rows n ++ Sudoku.columns n ++ boxes n height) ++
         (* every open cell lies under one domino *)
         map (fun rc => Count (tiles_on rc) laid [1%Z]) (filter (fun rc => negb (closed rc)) places) ++
         (* every domino is used once: those that are not given lie on one pair of cells; none is given twice *)
         map (fun one => let '(m, _) := one in Count (map fst tiles) [2 * m + 1; 2 * m + 2]%Z [1%Z]) numbered ++
         map (fun one => Count [] [1%Z] [1%Z]) (filter (fun one => 2 <=? snd one) set_of_dominoes) ++
         (* a domino shows its digits *)
         flat_map (fun tile => flat_map (fun one =>
           let '(m, (i, j)) := one in let '(t, (a, b)) := tile in
           [If t (2 * m + 1)%Z [(cell a, value i); (cell b, value j)]; If t (2 * m + 2)%Z [(cell a, value j); (cell b, value i)]])
           numbered) tiles |}.
End Board.

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
              when (well_formed height width picture) then Some (sudominoku height width picture)
          | _ => None
          end
      | _ => None
      end
  | [] => None
  end.
