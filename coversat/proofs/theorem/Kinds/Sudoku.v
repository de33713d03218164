(* Sudoku: each digit once in each row, each column and each box.

   The text: a line for each row, a character for each cell, 0 where it is blank (1 to 9, then A for 10 and so on);
   below, a line for each constraint.  Boxes are as square as they can be, and wider than high; a jigsaw has none. *)
From Coq Require Import ZArith Bool String Ascii List.
From Coversat Require Import Rules Text.
Import ListNotations.
Local Open Scope nat_scope.

Definition sign (a : ascii) : option nat :=
  let n := nat_of_ascii a in
  match digit a with Some d => Some d | None => when ((65 <=? n) && (n <=? 80)) then Some (n - 55) end.

Definition box_rows (n : nat) : option nat :=
  find (fun rows => (n mod rows =? 0) && (rows * rows <=? n)) (rev (seq 2 (n - 2))).

Section Board.
  Context (n : nat) (height : nat).      (* the side of the board, and the rows of a box *)
  Let width := n / height.
  Let cell := cell_number n.

  Definition digits : list Z := map Z.of_nat (seq 1 n).
  Definition rows : list (list (nat * nat)) := map (fun r => map (fun c => (r, c)) (below n)) (below n).
  Definition columns : list (list (nat * nat)) := map (fun c => map (fun r => (r, c)) (below n)) (below n).
  (* A rectangle of the size of a box, with this upper left corner. *)
  Definition rectangle (corner : nat * nat) : list (nat * nat) :=
    grid height width (fun r c => (fst corner + r, snd corner + c)).
  Definition boxes : list (list (nat * nat)) :=
    map rectangle (grid (n / height) (n / width) (fun r c => (r * height, c * width))).
  Definition on (cells : list (nat * nat)) : list Rules.cell := map (fun rc => cell (fst rc) (snd rc)) cells.
  Definition different (cells : list (nat * nat)) : rule := AllDifferent (on cells).

  (* ---- constraints ---- *)
  (* Windows are as large as a box, one cell in from the border and one cell apart. *)
  Definition windows : list (list (nat * nat)) :=
    let starts side := filter (fun start => (start mod (side + 1) =? 1) && (start + side <? n)) (below n) in
    map rectangle (flat_map (fun r => map (fun c => (r, c)) (starts width)) (starts height)).
  (* Cells that touch, at a corner too, are both in one of the two by two squares. *)
  Definition squares : list (list (nat * nat)) :=
    grid (n - 1) (n - 1) (fun r c => [(r, c); (r, c + 1); (r + 1, c); (r + 1, c + 1)]).
  Definition knights_moves : list (list (nat * nat)) :=
    let move (down right : nat) (to_the_left : bool) r c :=
      let target := if to_the_left then c - right else c + right in
      if (r + down <? n) && (if to_the_left then right <=? c else target <? n)
      then [[(r, c); (r + down, target)]] else [] in
    concat (grid n n (fun r c => move 1 2 true r c ++ move 1 2 false r c ++ move 2 1 true r c ++ move 2 1 false r c)).
  (* Digits grow along a thermometer; so those of cells at a distance differ by as much at least. *)
  Definition grows (a b : nat * nat) (distance : nat) : rule :=
    Table (on [a; b]) (flat_map (fun v => flat_map (fun w =>
      if (v + Z.of_nat distance <=? w)%Z then [[v; w]] else []) digits) digits).
  Fixpoint thermometer (cells : list (nat * nat)) : list rule :=
    match cells with
    | [] => []
    | a :: rest => map (fun db => grows a (snd db) (fst db)) (combine (seq 1 (length rest)) rest) ++ thermometer rest
    end.
  (* They have one size, up to that of a row. *)
  Definition regions (letters : list (list ascii)) : option (list rule) :=
    let letter rc := look_at " "%char letters (fst rc) (snd rc) in
    let areas := map (fun a => filter (fun rc => Ascii.eqb (letter rc) a) (grid n n pair))
      (nodup ascii_dec (concat letters)) in
    let size := length (hd [] areas) in
    when (forallb (forallb is_name) letters && (size <=? n) && forallb (fun area => length area =? size) areas)
    then Some (map different areas).

  Definition cells_named (words : list string) : option (list (nat * nat)) :=
    let* cells := all (cell_named n n) words in
    when ((1 <=? length cells) && once (fun a b => (fst a =? fst b) && (snd a =? snd b)) cells) then Some cells.

  Definition constraint (word : string) (parameters : list string) : option (list rule) :=
    match word, parameters with
    | "diagonal"%string, ["down"%string] => Some [different (map (fun r => (r, r)) (below n))]
    | "diagonal"%string, ["up"%string] => Some [different (map (fun r => (n - 1 - r, r)) (below n))]
    (* Not of a jigsaw, which has no boxes that say how large windows are. *)
    | "windoku"%string, [] => when (1 <? height) then Some (map different windows)
    | "anti-king"%string, [] => Some (map different squares)
    | "anti-knight"%string, [] => Some (map different knights_moves)
    | "thermo"%string, _ => let* cells := cells_named parameters in Some (thermometer cells)
    | "cage"%string, total :: cells =>
        match number_of total with
        | Some total => let* cells := cells_named cells in Some [Cage (on cells) (Z.of_nat total)]
        | None => let* cells := cells_named parameters in Some [different cells]
        end
    | _, _ => None
    end.

  (* "regions" stands above a line of letters for each row. *)
  Fixpoint constraints (fuel : nat) (lines : list (list string)) : option (list rule) :=
    match fuel, lines with
    | S fuel, ["regions"%string] :: rest =>
        let letters := map characters (concat (firstn n rest)) in
        when (is_board n n letters) then
        let* these := regions letters in
        let* others := constraints fuel (skipn n rest) in Some (these ++ others)
    | S fuel, (word :: parameters) :: rest =>
        let* these := constraint word parameters in let* others := constraints fuel rest in Some (these ++ others)
    | _, [] => Some []
    | _, _ => None
    end.
End Board.

Definition read (text : string) : option puzzle :=
  let all_lines := lines text in
  let n := match all_lines with row :: _ => String.length row | [] => 0 end in
  let* board := all (fun row => all sign (characters row)) (firstn n all_lines) in
  when (is_board n n board && forallb (forallb (fun d => d <=? n)) board) then
  let below_board := map words (skipn n all_lines) in
  let jigsaw := existsb (fun line => match line with ["regions"%string] => true | _ => false end) below_board in
  let* height := if jigsaw then Some 1 else box_rows n in
  let* more := constraints n height (length below_board) below_board in
  let given r c := match look_at 0 board r c with 0 => digits n | d => [Z.of_nat d] end in
  Some {|
    domains := grid n n (fun r c => (cell_number n r c, given r c));
    shown := grid n n (cell_number n);
    rules := map (different n) (rows n ++ columns n ++ if jigsaw then [] else boxes n height) ++ more
  |}.
