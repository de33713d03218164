(* Heyawake: shade cells; a number says how many cells of its room are shaded.  Shaded cells do not share sides, the
   others are connected, and no line of cells that are not shaded crosses
   more than one border between rooms, even where it comes back to a room.

   The text: "heyawake ROWS COLUMNS", for each cell its number or "-", and for each cell the name of its room.  Shaded
   cells hold 1. *)
From Coq Require Import ZArith String List.
From Coversat Require Import Rules Text Boards.
Import ListNotations.
Local Open Scope nat_scope.

(* The cells of a line with their rooms, those side by side in one room together. *)
Fixpoint by_room (line : list (cell * string)) : list (string * list cell) :=
  match line with
  | [] => []
  | (c, room) :: rest => match by_room rest with
                         | (next, those) :: others =>
                             if String.eqb room next then (room, c :: those) :: others else (room, [c]) :: (next, those) :: others
                         | [] => [(room, [c])]
                         end
  end.

(* From the last cell of a room through the next one to the first cell of the third, one is shaded. *)
Fixpoint through_three (rooms : list (list cell)) : list rule :=
  match rooms with
  | a :: rest => match rest with
                 | b :: c :: _ => at_least_one (last a 1%positive :: b ++ firstn 1 c) :: through_three rest
                 | _ => []
                 end
  | [] => []
  end.

Definition read (text : string) : option puzzle :=
  match headed "heyawake" text with
  | Some ([R; C], lines) =>
      let* board := all (all (or_blank "-" number_of)) (firstn R lines) in
      let labels := skipn R lines in
      let room_of r c := look_at ""%string labels r c in
      let in_room r c := cells_where R C (fun r' c' => String.eqb (room_of r' c') (room_of r c)) in
      let room_rule r c := match look_at None board r c with Some n => [exactly n (in_room r c)] | None => [] end in
      let with_rooms places := map (fun rc => (cell_at C (fst rc) (snd rc), room_of (fst rc) (snd rc))) places in
      let all_lines := map (fun r => map (pair r) (below C)) (below R) ++
                       map (fun c => map (fun r => (r, c)) (below R)) (below C) in
      when (is_board R C board && is_board R C labels)%bool then
      Some {|
        domains := map (fun c => (c, [0; 1]%Z)) (cells R C);
        shown := cells R C;
        rules := everywhere R C room_rule ++
                 flat_map (fun line => through_three (map snd (by_room (with_rooms line)))) all_lines ++ shading R C
      |}
  | _ => None
  end.
