"""Files, pipes and standard streams: bounded reads, atomic writes.

A name may be that of a regular file, a FIFO, a device or an open descriptor (``/dev/stdin``, ``/dev/fd/63``);
``-`` is standard input or output. Compressed files are recognised by their first bytes; those
whose names end in ``.gz`` or ``.xz`` are compressed when they are written.
"""

from .names import STANDARD as STANDARD
from .names import FileError as FileError
from .names import PackedError as PackedError
from .names import naming as naming
from .names import reason_of as reason_of
from .names import shown as shown
from .reading import Source as Source
from .reading import TooLargeError as TooLargeError
from .reading import as_input as as_input
from .reading import as_text as as_text
from .reading import inputs_kept as inputs_kept
from .reading import read_text as read_text
from .reading import read_whole as read_whole
from .reading import refuse_input as refuse_input
from .reading import total_bytes as total_bytes
from .writing import Added as Added
from .writing import NewFile as NewFile
from .writing import NewFolder as NewFolder
from .writing import Unnamed as Unnamed
from .writing import add_file as add_file
from .writing import drop_unfinished as drop_unfinished
from .writing import new_folder as new_folder
from .writing import write_whole as write_whole
