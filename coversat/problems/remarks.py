"""Remarks in texts: comments, titles and notes, of which those that may state a rule are named.

A remark is known to be harmless if all of its words are: figures, names of people and files, and words in
which people say who made a text, when and how, and how large it is. Behind a word such as ``source:`` all
words are harmless, also in deeper lines that go on with it, but for those that speak like a rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..base.wording import counted
from .text import shown

_MOST = 3
"""The most remarks of a text that are named one by one."""
_LONGEST = 1000
"""The most characters of a remark that is looked at; a longer one may say anything."""
_RULE = (
    r"(?i)\b(?:must|shall|should|needs? to|ha(?:s|ve) to|may not|can ?not|can't|exactly|assume\w*"
    r"|at[- ](?:most|least)|forbid\w*|require\w*|allowed|assumption\w*|optional\w*|equitabl\w*|balanced"
    r"|weight\w*|costs?\b|penalt\w*|priorit\w*|(?:pre|multi|list)[- ]?colou?r\w*|arcs?\b|(?<!un)directed"
    r"|one[- ]way|fixed|forced|given (?:\w+ )?cells|twice|(?:mini|maxi)mi[sz]\w*|fewest|sampling"
    r"|project(?:ed|ing|ions?)\b|independent support|modulo|multipl(?:y|ied|icit)\w*|symmetr\w*|no two"
    r"|count(?:s|ed|ing)?\b(?= \w)|from [0-9]+ to [0-9]+\b"
    r"|(?:start|end|begin|source|target)s?(?: (?:at|in|with|from|vertex|node))*:? [0-9]+\b"
    r"|(?:vertex|node|edge|variable|clause|item|option|row|column|cell) [0-9]+\b"
    r"|(?:all|each|every|both|any)\b[^.;]{0,40}\b(?:colou?rs?|vert(?:ex|ices)|nodes?|edges?|rows?|columns?"
    r"|cells?|items?|options?|variables?|clauses?|sets?|numbers?|blobs?)\b)"
)
"""What speaks like a rule, whatever is around it."""
_STATISTICS = (
    r"(?i)\b(?:max|min|avg|maximum|minimum|average|mean|total)\.? (?:num(?:ber)? (?:of )?)?"
    r"(?:degree|edges|vertices|nodes|clauses|clause (?:length|size)|clique(?: size)?)\b"
    r"|\b(?:not satisfiable|no solutions?|fixed clause length|all rights reserved"
    r"|(?:horn|forced|mixed sat)\? (?:no|yes)|this is an?)\b"
    r"|\b[0-9]+ (?:pseudo )?(?:primary )?inputs\b|(?<!\S)--?[a-z][\w-]*(?: ?= ?\S+)?"
    r"|[\w./]+-dlx\b|\b(?:size|depth|seed|order):(?=[0-9])"
)
"""Sizes, results and options of programs, which have words that alone may state a rule."""
_KEY = (
    r"(?i)\W*(?:(?:file|source|catalogue|description|author|reference|note|title|name|date|copyright|licen[cs]e"
    r"|version|contact|contributor|generator|url|web|cite|paper|command line)s?\b|by\b|\(c\)|https?:"
    r"|[\w ]*\bid:|(?:[\w-]+ ){0,4}(?:created|written|generated|produced|converted|translated|submitted"
    r"|published|encoded|taken|drawn|made|proved)(?: \w+)?(?: (?:by|with|from|in|on|at|using)\b| [0-9]|:))"
)
"""What stands behind these words is harmless if it does not speak like a rule."""
_DIRECTIVE = (
    r"[-\s]*[A-Za-z]+\s*[:=]?(?:\s+[-+]?[0-9]+){2,}\s*"
    r"|.*(?:(?:\ba|[0-9]) ?[=:] ?[0-9]|!=|(?<!=)==(?!=)|\u2260).*"
)
"""A word and numbers, such as ``show 1 2``, may name variables for any purpose, and ``1=2`` gives a value."""
_GAP = r"[\s,;|()\"/=:.!?%*~<>-]*(?:\s|$|^|[()=])[\s,;|()\"/=:.!?%*~<>-]*"
_FIGURE = (
    r"(?i)[-+#]?[0-9][0-9.,:/x]*(?:st|nd|rd|th|m?s)?|[\w+-]*[./_@][\w.+/@-]*"
    r"|[a-z]{2,}[-_#]?[0-9][0-9a-z-]*|[0-9]-sat|https?:.*|\W+"
)
"""Numbers, names of files, addresses and ids."""
_NAME = r"[A-Z][\w'.&-]*"
_OF_NAME = r"\W*[A-Z]\w+(?:'s\b|[\w' -]* (?:graphs?|formulas?|problem)\b)"
_WORDS = frozenset(
    """
    a about adapted algorithm allocation an and apr april artificial at aug august author based begin
    benchmark best big binary board book bounded by c cadical case challenge check checking chromatic
    circuit class classes classic clause clique cnf cnfgen code col collection color coloring colour
    colouring combinatorial command comment competition complete component conference consisting control
    cover created cycle daily data date dec december defined degree density depth description dimacs draft
    e easy edge encoding end equivalence exact example expected fact factoring feb february fhcp file
    first flat for form format formula frame fri from g game gb gen generator glucose graph greedy grid
    hamiltonian hanoi hard hello hiding hole homework id in index instance into isolated issue item jan
    january job jul july jun june k kissat known knuth langford large length level library line list
    literal logic m machine made map mar march matrix may medium method mini minisat model modelling mon n
    name network networkx node nonisolated nov november num number oct october of on optimal option or
    order organ-pipe original over p page paper parameter parity part partition path pentominoes per
    percent permuted pigeon pigeonhole placing plan planar planning planted polyominoes principle
    probability problem program proof proved puzzle pysat quasi quasi-random queen random ratio reference
    register result sat satisfiability satisfiable satlib schedule scheduling seed sep sept september
    series set simple size small software solution solver source sparse specified start stat state
    statistic status structure subset sudoku sun system sz table taocp task test text that the this thu
    time title to tree trial triangle tue under uniform unknown unsat unsatisfiable url use using v value
    var variable vector verification version vertex vertices via wed wheel with work year yields
    """.split()
)
"""Words of remarks that state no rule, whatever figures are beside them; also with an s."""


def comments(text: str, sign: str, said: str = r"[^\n]*") -> Iterator[tuple[str, str]]:
    """The comments of a text, each whole and without its sign; `sign` and `said` are patterns."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return ((found[0].strip(), found[1]) for found in re.finditer(rf"(?m)(?:{sign})({said})", text))


def unread(
    remarks: Iterable[tuple[str, str]], harmless: re.Pattern[str] | None = None, what: str = "comment"
) -> tuple[str, ...]:
    """What may state a rule: some remarks, and how many there are besides.

    * remarks: each as it is written, and what it says.
    * harmless: how remarks begin that are read elsewhere, or known to state nothing besides.
    """
    others = (one for one in remarks if not (harmless and harmless.match(one[0])))
    named = dict.fromkeys(_stating(others))
    first = tuple(f"the {what} {shown(whole)}" for whole in [*named][:_MOST])
    return (*first, counted(len(named) - _MOST, f"further {what}")) if len(named) > _MOST else first


def _stating(remarks: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The remarks that may state a rule; `depth`: how deep the line with the last key is, or None without."""
    depth: int | None = None
    for whole, said in remarks:
        plain = said.strip()
        if not plain:
            continue
        if len(plain) > _LONGEST:
            yield whole
            continue
        indent = len(said) - len(said.lstrip())
        goes_on = depth is not None and indent > depth + 1
        if not goes_on:
            depth = indent if re.match(_KEY, plain) else None
        if re.search(_RULE, re.sub(_STATISTICS, " ", plain)) or (depth is None and not _is_known(plain)):
            yield whole


def _is_known(remark: str) -> bool:
    """Whether a remark consists of figures, of words that state no rule, and of names."""
    if re.fullmatch(_DIRECTIVE, remark):
        return False
    may_name = re.search(r"(?<![\w.])[a-z]", remark) is not None  # in other texts all words have capitals
    is_first = re.match(_OF_NAME, remark) is None
    for word in filter(None, re.split(_GAP, re.sub(_STATISTICS, " ", remark))):
        is_name = may_name and not is_first and re.fullmatch(_NAME, word)
        forms = word.lower(), word.lower().removesuffix("s")
        if not (is_name or not _WORDS.isdisjoint(forms) or re.fullmatch(_FIGURE, word)):
            return False
        is_first = False
    return True
