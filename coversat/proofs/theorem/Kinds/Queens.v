(* Queens: one queen in each row and each column, and no two on a diagonal. No queen stands on a blocked square;
   queens attack each other across it.

   The text: "queens N", and, unless it is empty, the board: "Q" a queen, "#" a blocked square, "." any other. *)
From Coq Require Import ZArith String Ascii List.
From Coversat Require Import Rules Text Boards.
Import ListNotations.
Local Open Scope nat_scope.

Definition square (a : ascii) : option (list Z) :=
  match a with
  | "Q"%char => Some [1%Z]
  | "#"%char => Some [0%Z]
  | "."%char => Some [0; 1]%Z
  | _ => None
  end.

Section Board.
  Context (n : nat).
  (* Downwards to the right, or to the left, from a square of the first row or at a side. *)
  Definition to_the_right (r c : nat) : list cell := map (fun i => cell_at n (r + i) (c + i)) (below (n - max r c)).
  Definition to_the_left (r c : nat) : list cell := map (fun i => cell_at n (r + i) (c - i)) (below (min (n - r) (c + 1))).
  Definition diagonals : list (list cell) :=
    filter (fun line => 2 <=? length line)
      (map (to_the_right 0) (below n) ++ map (fun r => to_the_right r 0) (seq 1 (n - 1)) ++
       map (to_the_left 0) (below n) ++ map (fun r => to_the_left r (n - 1)) (seq 1 (n - 1))).
  Definition queens (board : list (list (list Z))) : puzzle :=
    {| domains := grid n n (fun r c => (cell_at n r c, look_at [0; 1]%Z board r c));
       shown := cells n n;
       rules := map (exactly 1) (rows n n ++ columns n n) ++ map at_most_one diagonals |}.
End Board.

Definition read (text : string) : option puzzle :=
  match headed "queens" text with
  | Some ([n], []) => when ((1 <=? n) && (n <=? 200))%bool then Some (queens n [])
  | Some ([n], lines) =>
      let* board := all (fun line => all square (characters line)) (concat lines) in
      when (is_board n n board && (length lines =? n))%bool then Some (queens n board)
  | _ => None
  end.
