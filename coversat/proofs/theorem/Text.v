(* Texts: lines, words, numbers, and boards of symbols.  To be read and believed, like Rules.v. *)
From Coq Require Import ZArith Bool String Ascii List.
From Coversat Require Import Rules.
Import ListNotations.

(* ---- lines and words ---- *)
Definition newline : ascii := "010".
Definition is_empty (s : string) : bool := match s with EmptyString => true | _ => false end.

(* The parts between separators. *)
Fixpoint split (separator : ascii) (s : string) : list string :=
  match s with
  | EmptyString => [EmptyString]
  | String a s => match split separator s with
                  | part :: parts =>
                      if Ascii.eqb a separator then EmptyString :: part :: parts else String a part :: parts
                  | [] => []
                  end
  end.
Definition lines (s : string) : list string := filter (fun line => negb (is_empty line)) (split newline s).
Definition words (line : string) : list string := filter (fun word => negb (is_empty word)) (split " " line).
Fixpoint characters (s : string) : list ascii :=
  match s with EmptyString => [] | String a rest => a :: characters rest end.

(* ---- options: None is a text that cannot be read ---- *)
Definition bind {A B} (a : option A) (f : A -> option B) : option B :=
  match a with Some x => f x | None => None end.
Notation "'let*' x := a 'in' f" := (bind a (fun x => f)) (at level 200, x pattern, a at level 100, f at level 200).
Notation "'when' condition 'then' f" := (if condition then f else None)
  (at level 200, condition at level 100, f at level 200).

(* The results for the elements of a list, if each has one. *)
Fixpoint all {A B} (f : A -> option B) (l : list A) : option (list B) :=
  match l with
  | [] => Some []
  | x :: rest => let* y := f x in let* found := all f rest in Some (y :: found)
  end.

(* ---- numbers ---- *)
Definition digit (a : ascii) : option nat :=
  let n := nat_of_ascii a in when (Nat.leb 48 n && Nat.leb n 57) then Some (n - 48).
Fixpoint number_after (n : nat) (s : string) : option nat :=
  match s with
  | EmptyString => Some n
  | String a rest => let* d := digit a in number_after (10 * n + d) rest
  end.
(* A number without sign, of at most four digits. *)
Definition number_of (s : string) : option nat :=
  when (negb (is_empty s) && Nat.leb (String.length s) 4) then number_after 0 s.

Definition is_letter (a : ascii) : bool :=
  let n := nat_of_ascii a in (Nat.leb 65 n && Nat.leb n 90) || (Nat.leb 97 n && Nat.leb n 122).
(* What a region may be called. *)
Definition is_name (a : ascii) : bool := is_letter a || match digit a with Some _ => true | None => false end.

(* ---- boards ---- *)
Definition below (n : nat) : list nat := seq 0 n.
(* Something for each row and column, from 0. *)
Definition grid {A} (rows columns : nat) (f : nat -> nat -> A) : list A :=
  flat_map (fun r => map (f r) (below columns)) (below rows).
(* The element in a row and a column. *)
Definition look_at {A} (default : A) (board : list (list A)) (r c : nat) : A := nth c (nth r board []) default.
(* So many rows, each of so many elements, and at least one of both. *)
Definition is_board {A} (rows columns : nat) (board : list (list A)) : bool :=
  Nat.eqb (length board) rows && forallb (fun row => Nat.eqb (length row) columns) board &&
  Nat.leb 1 rows && Nat.leb 1 columns.

(* The first line: the name of the kind and numbers; and the words of the others. *)
Definition headed (kind : string) (text : string) : option (list nat * list (list string)) :=
  match map words (lines text) with
  | (word :: sizes) :: rest => when (String.eqb word kind) then let* numbers := all number_of sizes in Some (numbers, rest)
  | _ => None
  end.

(* "KIND rows columns", and a word for each cell. *)
Definition board_of_words {A} (kind : string) (read_word : string -> option A) (text : string) :
    option (nat * nat * list (list A)) :=
  match headed kind text with
  | Some ([rows; columns], words) =>
      let* board := all (all read_word) words in when (is_board rows columns board) then Some (rows, columns, board)
  | _ => None
  end.

(* A word that means nothing, or else. *)
Definition or_blank {A} (blank : string) (read_word : string -> option A) (word : string) : option (option A) :=
  if String.eqb word blank then Some None else let* x := read_word word in Some (Some x).

(* "r2c3" *)
Definition cell_named (rows columns : nat) (word : string) : option (nat * nat) :=
  match split "c" word with
  | [String "r" r; c] =>
      let* r := number_of r in let* c := number_of c in
      when (Nat.leb 1 r && Nat.leb r rows && Nat.leb 1 c && Nat.leb c columns) then Some (r - 1, c - 1)
  | _ => None
  end.

(* No element is there twice. *)
Fixpoint once {A} (eq : A -> A -> bool) (l : list A) : bool :=
  match l with [] => true | x :: rest => negb (existsb (eq x) rest) && once eq rest end.

(* The number of a cell of a board with so many columns. *)
Definition cell_number (columns r c : nat) : cell := Pos.of_succ_nat (r * columns + c).
