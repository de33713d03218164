"""One large question on many processes: its tree is cut into parts, which are cut again while some take long.

part      a part, and what is told of one: values that can be stored, sent, and done twice without harm
task      what a question offers, so that its parts can be worked on
ledger    which parts are waiting, what was found, how much of the tree is done
run       parts handed out and heard of until nothing is left
kept      what is done, in a file
cluster   workers of a Dask cluster
local     workers that are processes of this machine
asking    a question, and what came of it
classes   parts that are images of one another
routed    what tasks along a route have in common
covers    the task of an exact cover: its covers counted or listed
cubes     the task of a formula: cube and conquer
lookahead where a cube is cut
"""
