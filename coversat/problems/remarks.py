"""Remarks in texts: comments, titles and notes, of which those that may state a rule are named.

A remark is known to be harmless if all of its words are: figures, names of people and files, and words in
which people say who made a text, when and how, and how large it is. Behind a word such as ``source:`` all
words are harmless, also in deeper lines that go on with it, but for those that speak like a rule.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from ..base.wording import counted
from .text import shown

_MOST = 3
"""The most remarks of a text that are named one by one."""
_LONGEST = 1000
"""The most characters of a remark that is looked at; a longer one may say anything."""
_RULE = (
    r"(?i)\b(?:must|shall|should|needs? to|ha(?:s|ve) to|may not|can ?not|can't|exactly|assume\w*"
    r"|at[- ](?:most|least)|forbid\w*|require\w*|allowed|assumption\w*|optional\w*|equitabl\w*|balanced"
    r"|weight\w*|costs?\b|penalt\w*|priorit\w*|(?:pre|multi|list|edge|total)[- ]?colou?r\w*"
    r"|colou?rs? by\b|differ\w*|nae\b|arcs?\b|(?<!un)directed"
    r"|one[- ]way|fixed|forced|given (?:\w+ )?cells|twice|(?:mini|maxi)mi[sz]\w*|fewest|sampling"
    r"|project(?:ed|ing|ions?)\b|independent support|modulo|multipl(?:y|ied|icit)\w*|symmetr\w*|no two"
    r"|count(?:s|ed|ing)?\b(?= \w)|from [0-9]+ to [0-9]+\b"
    r"|(?:start|end|begin|source|target)s?(?: (?:at|in|with|from|vertex|node))*:? (?:[0-9]+|\w$)"
    r"|(?:start|end|begin)s? (?:at|in|with)\b|from \w to \w\b"
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
    r"|[\w./]+-dlx\b"
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
_PROGRAMS = (
    r"(?i)(?<![^\s(,;\"])(?:[-+]?[0-9][0-9.,:/x]*(?:st|nd|rd|th|m?s)?|[\w+-]*[./_@][\w.+/@-]*"
    r"|[a-z]{2,}[-_#]?[0-9][0-9a-z-]*|[0-9]-sat|https?:\S*)(?=[\s),;:.!?\"]*(?:\s|$))"
    r"|(?<!\S)[^\w\s#([{]+|[^\w\s)\]}]+(?=\s|$)|(?<=\w)[=:](?=\w)"
)
"""Sizes, files, ids and addresses, as programs write them, and signs at the ends of words."""
_GAP = r"(?:[\s,;|()\"]|#(?=\s)|(?<=\s)[-\u2013](?=\s+[^\W\d_]))+|[:.!?]+(?=\s|$)|\b[Nn]o\. ?(?=[0-9])"
_NAME = r"(?![A-Z]{2,3}$|X$)[^\W\d_](?:[^\W\d_]|[.'\u2019&-])*|&"
_CAPITAL = r"[A-Z][\w'.&-]*"
_FIGURE = (
    r"(?i)#?[0-9]{1,15}(?:\.[0-9]+)?(?:st|nd|rd|th|%|m?s)?|[0-9]+(?:\.[0-9]+)?(?:/[0-9]+(?:\.[0-9]+)?)+"
    r"|(?:ER|EP|ED|SER?|gsf|q[12]|id|no|nr|level|rating|rated|clues|score)[=:][0-9.]+(?:/[0-9.]+)*"
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9:.Z]+)?|[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{2,4}"
    r"|[1-4]{16}|[1-6]{36}|[1-9]{81}|9x9|(?:https?://|www\.)\S+"
    r"|(?!odd|even|sum|dot|cell|row|col|box|min|max)[a-z]{3,}[-_#]?[0-9][0-9_]*(?:\.[a-z]{3})?"
    r"|[a-z]{3,}\.txt|(?!(?:[a-i][1-9])+\b)(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{6,40}"
    r"|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
)
"""Numbers, ratings, dates, whole answers, addresses and ids; not what may name cells."""
_OF_NAME = r"\W*[A-Z]\w+(?:'s\b|[\w' -]* (?:graphs?|formulas?|problem)\b)"


def words(listed: str) -> frozenset[str]:
    """Words with spaces between, each also with an s behind it."""
    return frozenset(word + end for word in listed.split() for end in ("", "s"))


HARMLESS = words(
    """
    a about adapted an and apr april artificial at aug august author based benchmark best board book by
    challenge check classic code collection combinatorial comment competition complete conference contest
    created daily data date dec december draft easy ed end exact example feb february file first for form
    format fri friday from game generator grid hard hello hint homework id in instance into issue jan january
    jul july jun june known level library list logic machine made mar march matrix may medium mini mon monday
    name newspaper note nov november number oct october of on or original page paper per published puzzle
    rated rating reference remark result sat saturday se sep sept september series set setter simple size
    software solution solver source start state statistic sudoku sun sunday system task test text that the
    this thu thursday title to today tue tuesday unknown url use using version via vol volume wed wednesday
    week weekly with work year
    """
)
"""Words of remarks that state no rule anywhere, whatever figures are beside them."""
_WORDS = HARMLESS | words(
    """
    algorithm allocation begin big binary bounded c cadical case checking chromatic circuit class classes
    clause clique cnf cnfgen col color coloring colour colouring command component consisting control cover
    cycle defined degree density depth description dimacs e edge encoding equivalence expected fact factoring
    fhcp flat formula frame g gb gen glucose graph greedy hamiltonian hanoi hiding hole index isolated item
    job k kissat knuth langford large length line literal m map method minisat model modelling n network
    networkx node nonisolated num optimal option order organ-pipe over p parameter parity part partition path
    pentominoes percent permuted pigeon pigeonhole placing plan planar planning planted polyominoes principle
    probability problem program proof proved pysat quasi quasi-random queen random ratio register
    satisfiability satisfiable satlib schedule scheduling seed small sparse specified stat status structure
    subset sz table taocp time tree trial triangle under uniform unsat unsatisfiable v value var variable
    vector verification vertex vertices wheel yields
    """
)
"""Those of formulas, covers and graphs, too."""


def comments(text: str, sign: str, said: str = r"[^\n]*") -> Iterator[tuple[str, str]]:
    """The comments of a text, each whole and without its sign; `sign` and `said` are patterns."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return ((found[0].strip(), found[1]) for found in re.finditer(rf"(?m)(?:{sign})({said})", text))


def unread(
    remarks: Iterable[tuple[str, str]],
    harmless: re.Pattern[str] | None = None,
    what: str = "comment",
    stating: re.Pattern[str] | None = None,
) -> tuple[str, ...]:
    """What may state a rule: some remarks, and how many there are besides.

    * remarks: each as it is written, and what it says.
    * harmless: how remarks begin that are read elsewhere, or known to state nothing besides.
    * stating: how remarks begin that may state a rule of the kind.
    """
    others = (one for one in remarks if not (harmless and harmless.match(one[0])))
    named = dict.fromkeys(_stating(others, stating))
    first = tuple(f"the {what} {shown(whole)}" for whole in [*named][:_MOST])
    return (*first, counted(len(named) - _MOST, f"further {what}")) if len(named) > _MOST else first


def _stating(remarks: Iterable[tuple[str, str]], stating: re.Pattern[str] | None) -> Iterator[str]:
    """The remarks that may state a rule; `depth`: how deep the line with the last key is, or None without."""
    depth: int | None = None
    for whole, said in remarks:
        plain = said.strip()
        if not plain:
            continue
        if len(plain) > _LONGEST or (stating and stating.match(plain)):
            yield whole
            continue
        indent = len(said) - len(said.lstrip())
        goes_on = depth is not None and indent > depth + 1
        if not goes_on:
            depth = indent if re.match(_KEY, plain) else None
        if re.search(_RULE, re.sub(_STATISTICS, " ", plain)) or (depth is None and not _is_known(plain)):
            yield whole


def _is_known(remark: str) -> bool:
    """Whether a remark of a formula, a cover or a graph has only figures, harmless words and names."""
    if re.fullmatch(_DIRECTIVE, remark):
        return False
    may_name = re.search(r"(?<![\w.])[a-z]", remark) is not None  # in other texts all words have capitals
    if not re.match(_OF_NAME, remark):
        remark = re.sub(r"^\W*\w", lambda first: first[0].lower(), remark)
    plain = re.sub(_PROGRAMS, " ", re.sub(_STATISTICS, " ", remark))
    return is_harmless(plain, _WORDS, capitals=may_name)


def is_harmless(
    remark: str, known: Collection[str], before_names: Collection[str] = (), capitals: bool = False
) -> bool:
    """Whether a remark has only figures, words that state no rule, and names.

    * known: the words that state no rule.
    * before_names: those behind which there may be names.
    * capitals: whether words with capitals may be names anywhere.
    """
    behind = False
    for word in filter(None, re.split(_GAP, remark)):
        is_name = (behind and re.fullmatch(_NAME, word)) or (capitals and re.fullmatch(_CAPITAL, word))
        if not is_name and word.lower() not in known and not re.fullmatch(_FIGURE, word):
            return False
        behind = behind or word.lower() in before_names
    return True
