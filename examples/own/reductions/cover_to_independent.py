"""Vertex cover to independent set: the vertices that are not in a cover are independent."""

source, target = "vertex cover", "independent set"
claim = "one to one"


def forward(instance):
    """The instance of the target."""
    vertices, edges, k = instance
    return vertices, edges, max(vertices - k, 0)


def back(answer, instance):
    """The cover that an answer shows."""
    return set(range(instance.vertices)) - answer
