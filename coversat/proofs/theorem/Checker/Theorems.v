(* The theorems.  A puzzle with some boards and a proof is checked by computation, in [verdict]. *)
From Coq Require Import List ZArith Bool.
From Coversat Require Import Rules Checker.Steps.
From Coversat Require Export Checker.Reader.
Import ListNotations.
Local Open Scope Z_scope.

(* What is wrong, if anything is: a text that cannot be read; another number of boards than claimed; a board with a
   value that its cell may not hold, or that breaks a rule; two boards that show the same answer; a step that does
   not follow; no contradiction at the end. Boards, cells and rules are counted from 1. *)
Inductive verdict :=
  | Proved
  | Unreadable
  | Wrong_number
  | Wrong_value (board : nat) (number_of_cell : nat)
  | Broken_rule (board : nat) (number_of_rule : nat)
  | Same_answer (board other : nat)
  | Wrong_step (step : positive)
  | Unfinished.

Fixpoint first_false {A} (f : A -> bool) (i : nat) (l : list A) : option nat :=
  match l with [] => None | x :: r => if f x then first_false f (S i) r else Some i end.

Lemma first_false_ok {A} (f : A -> bool) l : forall i, first_false f i l = None -> forall x, In x l -> f x = true.
Proof.
  induction l as [|y l IH]; simpl; intros i E x I; [destruct I|]. destruct (f y) eqn:F; [|discriminate].
  destruct I as [<-|I]; [exact F | eapply IH; eauto].
Qed.

Definition fault_of_answer (p : puzzle) (i : nat) (b : board) : option verdict :=
  match first_false (fun cv => mem (b (fst cv)) (snd cv)) 1 (domains p) with
  | Some c => Some (Wrong_value i c)
  | None => match first_false (obeys b) 1 (rules p) with Some r => Some (Broken_rule i r) | None => None end
  end.

Definition differ (p : puzzle) (b b' : board) : bool := existsb (fun c => negb (b' c =? b c)) (shown p).

(* No board is wrong, or shows the same as an earlier one. *)
Fixpoint fault_of_answers (p : puzzle) (i : nat) (known : list board) : option verdict :=
  match known with
  | [] => None
  | b :: rest =>
      match fault_of_answer p i b with
      | Some wrong => Some wrong
      | None => match first_false (differ p b) (S i) rest with
                | Some j => Some (Same_answer i j)
                | None => fault_of_answers p (S i) rest
                end
      end
  end.

Definition check_answers (p : puzzle) (answers : list (list text_part)) : verdict :=
  match fault_of_answers p 1 (map (board_of p) answers) with Some wrong => wrong | None => Proved end.

Definition check (p : puzzle) (answers : list (list text_part)) (proof : list text_part) : verdict :=
  let known := map (board_of p) answers in
  match fault_of_answers p 1 known with
  | Some wrong => wrong
  | None => match refute_others p known (steps_of p (length known) proof) with
            | Contradiction => Proved
            | Wrong i => Wrong_step i
            | No_end => Unfinished
            end
  end.

Definition read_and (f : puzzle -> verdict) (read : option puzzle) : verdict :=
  match read with Some p => f p | None => Unreadable end.

(* ---- what follows ---- *)
Lemma no_fault p b i : fault_of_answer p i b = None -> answer p b.
Proof.
  unfold fault_of_answer. destruct (first_false _ 1 (domains p)) eqn:D; [discriminate|].
  destruct (first_false (obeys b) 1 (rules p)) eqn:R; [discriminate|]. intros _. split.
  - intros c vs I. apply mem_In. exact (first_false_ok _ _ 1 D (c, vs) I).
  - intros r I. apply obeys_ok. exact (first_false_ok _ _ 1 R r I).
Qed.

Lemma differ_ok p b b' : differ p b b' = true -> ~ alike p b b'.
Proof.
  intros D A. apply existsb_exists in D as (c & I & D). apply negb_true_iff, Z.eqb_neq in D. apply D, A, I.
Qed.

Lemma no_faults p known : forall i, fault_of_answers p i known = None ->
  ForallOrdPairs (fun b b' => ~ alike p b b') known /\ forall b, In b known -> answer p b.
Proof.
  induction known as [|b rest IH]; simpl; intros i E; [split; [constructor | intros _ []]|].
  destruct (fault_of_answer p i b) eqn:A; [discriminate|].
  destruct (first_false (differ p b) (S i) rest) eqn:D; [discriminate|]. destruct (IH (S i) E) as [F B]. split.
  - constructor; [|exact F]. apply Forall_forall. intros b' I. apply differ_ok. exact (first_false_ok _ _ _ D b' I).
  - intros b' [<-|I]; [exact (no_fault p b i A) | exact (B b' I)].
Qed.

Lemma no_faults_proved p known : forall i, fault_of_answers p i known <> Some Proved.
Proof.
  induction known as [|b rest IH]; simpl; intros i; [discriminate|]. unfold fault_of_answer.
  destruct (first_false _ 1 (domains p)); [discriminate|]. destruct (first_false (obeys b) 1 (rules p)); [discriminate|].
  destruct (first_false (differ p b) (S i) rest); [discriminate | apply IH].
Qed.

Lemma check_ok p answers proof : check p answers proof = Proved -> has_exactly (length answers) p.
Proof.
  unfold check. destruct (fault_of_answers p 1 (map (board_of p) answers)) as [wrong|] eqn:E.
  - intros ->. now apply no_faults_proved in E.
  - destruct (refute_others _ _ _) eqn:R; try discriminate. intros _. apply no_faults in E as [D A].
    exists (map (board_of p) answers). split; [now autorewrite with list|]. split; [exact D|]. split; [exact A|].
    exact (refute_others_ok _ _ _ R).
Qed.

Lemma exactly_none p : has_exactly 0 p -> has_no_answer p.
Proof. intros ([|a known] & L & _ & _ & H) b B; [|discriminate]. now destruct (H b B) as (b' & [] & _). Qed.

Lemma exactly_one p : has_exactly 1 p -> has_exactly_one_answer p.
Proof.
  intros ([|a [|? ?]] & L & _ & A & H); try discriminate. exists a. split; [apply A; now left|].
  intros b' B. destruct (H b' B) as (c & [<-|[]] & K). exact K.
Qed.

(* ---- the theorems: the premise is computed ---- *)
Section Theorems.
  Context (read : option puzzle) (answers : list (list text_part)) (proof : list text_part).

  Definition verdict_exactly (n : nat) : verdict :=
    if Nat.eqb (length answers) n then read_and (fun p => check p answers proof) read else Wrong_number.
  Definition verdict_several : verdict :=
    if Nat.eqb (length answers) 2 then read_and (fun p => check_answers p answers) read else Wrong_number.

  Lemma read_and_proved f (claim : puzzle -> Prop) :
    (forall p, f p = Proved -> claim p) -> read_and f read = Proved -> the_puzzle read claim.
  Proof. intros H E. destruct read as [p|]; [|discriminate]. exists p. split; [reflexivity | apply H, E]. Qed.

  Theorem exactly n : verdict_exactly n = Proved -> the_puzzle read (has_exactly n).
  Proof.
    unfold verdict_exactly. destruct (Nat.eqb_spec (length answers) n) as [<-|]; [|discriminate].
    apply read_and_proved. intros p. apply check_ok.
  Qed.

  Theorem exactly_one_answer : verdict_exactly 1 = Proved -> the_puzzle read has_exactly_one_answer.
  Proof. intros H. apply exactly in H as (p & R & H). exists p. split; [exact R | apply exactly_one, H]. Qed.

  Theorem no_answer : verdict_exactly 0 = Proved -> the_puzzle read has_no_answer.
  Proof. intros H. apply exactly in H as (p & R & H). exists p. split; [exact R | apply exactly_none, H]. Qed.

  Theorem several_answers : verdict_several = Proved -> the_puzzle read has_several_answers.
  Proof.
    unfold verdict_several. destruct (Nat.eqb_spec (length answers) 2) as [L|]; [|discriminate]. apply read_and_proved.
    intros p. unfold check_answers. destruct (fault_of_answers p 1 (map (board_of p) answers)) as [wrong|] eqn:E.
    { intros ->. now apply no_faults_proved in E. }
    intros _. apply no_faults in E as [D A]. destruct answers as [|a [|a' [|? ?]]]; try discriminate.
    exists (board_of p a), (board_of p a'). inversion D as [|? ? F]. inversion F. simpl in A.
    split; [apply A; auto|]. split; [apply A; auto | assumption].
  Qed.
End Theorems.
