(* Reads the compact text of a proof.  Nothing here is trusted: a misread proof is refused, or is another correct one. *)
From Coq Require Import List ZArith FMapPositive Init.Byte Strings.Byte.
From Coversat Require Import Rules Checker.Steps.
Import ListNotations.
Local Open Scope Z_scope.

(* ---- texts ----
   An own type, eight characters at a time, since Coq reads it several times faster than its strings; in parts, since it
   reads no text of 30,000 characters. *)
Inductive text_part := End | One (a : byte) (rest : text_part) | Eight (a b c d e f g h : byte) (rest : text_part).
Fixpoint to_part (l : list byte) : text_part :=
  match l with
  | a :: b :: c :: d :: e :: f :: g :: h :: rest => Eight a b c d e f g h (to_part rest)
  | a :: rest => One a (to_part rest)
  | [] => End
  end.
Fixpoint of_part (t : text_part) : list byte :=
  match t with
  | End => []
  | One a rest => a :: of_part rest
  | Eight a b c d e f g h rest => a :: b :: c :: d :: e :: f :: g :: h :: of_part rest
  end.
Declare Scope proof_scope.
Delimit Scope proof_scope with proof.
String Notation text_part to_part of_part : proof_scope.

(* ---- numbers ----
   In base 46: the last digit of a number is a character from '#' to 'P', the others are 46 further on.
   A number n below 0 is written as the odd number - 2 n - 1, others as 2 n. *)
Definition next (s : list Z * Z) (b : byte) : list Z * Z :=
  let d := Z.of_N (Byte.to_N b) - 35 in
  let '(out, n) := s in
  if d <? 46 then let n := 46 * n + d in ((if Z.odd n then - (n / 2) - 1 else n / 2) :: out, 0)
  else (out, 46 * n + (d - 46)).
Fixpoint scan (t : text_part) (s : list Z * Z) : list Z * Z :=
  match t with
  | End => s
  | One a rest => scan rest (next s a)
  | Eight a b c d e f g h rest => scan rest (next (next (next (next (next (next (next (next s a) b) c) d) e) f) g) h)
  end.
Definition numbers_of (parts : list text_part) : list Z := rev' (fst (fold_left (fun s t => scan t s) parts ([], 0))).

(* ---- answers: the values of the cells, in the order of [domains] ---- *)
Definition board_of (p : puzzle) (parts : list text_part) : board :=
  let m := fold_left (fun m cv => M.add (fst cv) (snd cv) m) (combine (map fst (domains p)) (numbers_of parts)) (M.empty value) in
  fun c => match M.find c m with Some v => v | None => 0 end.

(* ---- steps ----
   The atom "cell c holds v" is numbered in the order of [domains], narrowed, from 1.  A step is: literals (numbers of
   atoms, negative if negated), 0, hints (earlier steps, counted backwards), 0, and 0 or its reason: the number of a cell
   in the order of [domains], from 1; which; and 1, or 2 + 3 k + where to look at the cell number k, from 0. *)
Definition atoms (p : puzzle) : M.t (cell * value) :=
  let d := start_of p in
  fst (numbered 1%positive (flat_map (fun cv => map (pair (fst cv)) match M.find (fst cv) d with Some l => l | None => [] end)
    (domains p)) (M.empty _)).
Definition cells (p : puzzle) : M.t cell := fst (numbered 1%positive (map fst (domains p)) (M.empty _)).

Definition hint_of (table : M.t cell) (z : Z) : hint :=
  match M.find (Z.to_pos ((z - 2) / 3 + 1)) table with
  | None => Nowhere
  | Some c => if z <? 2 then Nowhere else match (z - 2) mod 3 with 0 => First c | 1 => Second c | _ => From c end
  end.

Inductive place := Literals | Hints | Cell | Which (c : cell) | Look (c : cell) (n : nat).
Record state := { where_ : place; lits : list literal; hs : list positive; done : list step; number : positive }.

Definition feed (atom : M.t (cell * value)) (cell : M.t cell) (s : state) (z : Z) : state :=
  let at_ w := {| where_ := w; lits := lits s; hs := hs s; done := done s; number := number s |} in
  let finish why :=
    {| where_ := Literals; lits := []; hs := [];
       done := {| proved := rev' (lits s); hints := rev' (hs s); by_rule := why |} :: done s;
       number := Pos.succ (number s) |} in
  let literal sign a := match M.find a atom with
    | Some (c, v) => {| where_ := Literals; lits := (sign, c, v) :: lits s; hs := []; done := done s; number := number s |}
    | None => s
    end in
  match where_ s, z with
  | Literals, Z0 => at_ Hints
  | Literals, Zpos a => literal true a
  | Literals, Zneg a => literal false a
  | Hints, Z0 => at_ Cell
  | Hints, Zpos i => {| where_ := Hints; lits := lits s; hs := (number s - i)%positive :: hs s; done := done s; number := number s |}
  | Cell, Zpos i => at_ (Which match M.find i cell with Some c => c | None => 1%positive end)   (* of a rule without cells *)
  | Cell, _ => finish None
  | Which c, _ => at_ (Look c (Z.to_nat z))
  | Look c n, _ => finish (Some {| at_cell := c; which := n; look := hint_of cell z |})
  | _, _ => s
  end.

(* The steps of a proof that begins after the clauses against [known] answers. *)
Definition steps_of (p : puzzle) (known : nat) (parts : list text_part) : list step :=
  let start := {| where_ := Literals; lits := []; hs := []; done := []; number := Pos.of_succ_nat known |} in
  rev' (done (fold_left (feed (atoms p) (cells p)) (numbers_of parts) start)).
