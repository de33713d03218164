(* Latin square: each number from 1 to n once in each row and each column.

   The text: "latin N", and a line for each row: a character for each cell (1 to 9, then A for 10 and so on), or
   numbers with spaces between; "." is a blank cell. *)
From Coq Require Import ZArith String Ascii List.
From Coversat Require Import Rules Text Boards.
Import ListNotations.
Local Open Scope nat_scope.

Definition one_word (a : ascii) : string := String a EmptyString.
Definition sign_of (word : string) : option nat :=
  match word with
  | String a EmptyString => let n := nat_of_ascii a in
      match digit a with Some d => Some d | None => when (Nat.leb 65 n && Nat.leb n 80)%bool then Some (n - 55) end
  | _ => None
  end.

(* The numbers of a row: one word of n characters, or n words. *)
Definition latin_row (n : nat) (words : list string) : option (list (option nat)) :=
  match words with
  | [word] => if Nat.eqb n 1 then all (or_blank "." number_of) words
              else all (or_blank "." sign_of) (map one_word (characters word))
  | _ => all (or_blank "." number_of) words
  end.

Definition heights (n : nat) : list Z := map Z.of_nat (seq 1 n).

(* A Latin square with given numbers and further rules. *)
Definition latin_square (n : nat) (board : list (list (option nat))) (more : list rule) : puzzle :=
  {| domains := grid n n (fun r c => (cell_at n r c, may_hold (heights n) (look_at None board r c)));
     shown := cells n n;
     rules := map AllDifferent (rows n n ++ columns n n) ++ more |}.

Definition in_range (n : nat) (number : option nat) : bool :=
  match number with Some k => (Nat.leb 1 k && Nat.leb k n)%bool | None => true end.

Definition read (text : string) : option puzzle :=
  match headed "latin" text with
  | Some ([n], lines) =>
      let* board := all (latin_row n) lines in
      when (is_board n n board && forallb (forallb (in_range n)) board)%bool then Some (latin_square n board [])
  | _ => None
  end.
