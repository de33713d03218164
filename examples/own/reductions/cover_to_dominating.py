"""Vertex cover to dominating set by a triangle on each edge: wrong for isolated vertices."""

source, target = "vertex cover", "dominating set"
claim = "many to one"


def forward(instance):
    """The instance of the target."""
    vertices, edges, k = instance
    middles = list(enumerate(edges, vertices))
    triangles = [(end, middle) for middle, edge in middles for end in edge]
    return vertices + len(edges), [*edges, *triangles], k


def back(answer, instance):
    """The cover that an answer shows."""
    cover = {one for one in answer if one < instance.vertices}
    middles = [one - instance.vertices for one in answer if one >= instance.vertices]
    return cover | {instance.edges[middle][0] for middle in middles}
