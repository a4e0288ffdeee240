# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Checks which folder includes which. The drawing of the rooms in docs/developer/architecture.md is the table. A room
may include rooms that are drawn further down, but no room above it or at its height, so that no circle can arise.
`problems(root)` returns one line for each of these problems:

- an #include that goes up or sideways, or that does not name its file by the path from the top of the clone;
- a header of a `detail/` folder that is included from outside its room;
- a source in a folder that is not in the drawing;
- <mpi.h> in any file except MPI_HEADER;
- Kokkos, included directly or through other headers, in a room marked with a star;
- a name of Kokkos, fmt, nlohmann-json or CLI11 in a file that includes no header of that library, directly or through
  headers of KITT: builds in which these headers are precompiled would not notice this;
- a namespace of another folder, unless the file only declares types of that namespace.
"""

import pathlib
import re
import sys

MPI_HEADER = "comms/ranks/mpi.hpp"
HALLS = ("core", "comms", "perf", "miniapp")
GENERATED = ("kitt_build_info.hpp",)  # files that CMake generates
HEADERS_OF = {"Kokkos": "Kokkos_", "fmt": "fmt/", "nlohmann": "nlohmann/", "CLI": "CLI/"}  # headers by namespace
# App and ParseError are left out because headers that only pass them on declare them.
USED = re.compile(rf"(?<![\w:])({'|'.join(HEADERS_OF)})::(?!(?:App|ParseError)\b)")
NAMESPACES = {"core": "kitt", "comms": "kitt::comms", "perf": "kitt::perf", "perf/mpi_profile": "kitt::mpi_profile",
              "miniapp": "kitt::miniapp"}
OPENED = re.compile(r"^namespace (kitt[\w:]*) \{\n((?:(?:struct|class) \w+;\n)+\})?", re.M)
NO_CODE = re.compile(r'//[^\n]*|"(?:[^"\\\n]|\\.)*"')  # comments and strings
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.M)


class Rooms:
    """Reads the drawing. Floors are counted from the top, and 0 is the highest floor."""

    def __init__(self, page):
        self.floor, self.without_kokkos = {}, set()
        drawing = re.search(r"(?ms)^```rooms\n(.*?)^```", page).group(1)
        hall = None
        for floor, line in enumerate(drawing.splitlines()):
            cells = [cell.strip() for cell in line.split("│")]
            if len(cells) < 2:
                continue  # this is the line between two halls
            hall = cells[0] or hall
            for name in cells[1].split():
                room = f"{hall}/{name.removesuffix('*')}"
                if room in self.floor:
                    raise ValueError(f"{room} is drawn twice")
                self.floor[room] = floor
                if name.endswith("*"):
                    self.without_kokkos.add(room)

    def of(self, path):
        """Returns the room of a source, or None if the drawing has no such room. Sources directly in a hall belong
        to its room main. benchmarks/NAME stands for each folder there."""
        hall, *folders = path.split("/")[:-1]
        if not folders:
            folders = ["main"]
        if len(folders) > 1 and f"{hall}/{folders[0]}/NAME" in self.floor:
            return f"{hall}/{folders[0]}/{folders[1]}"
        room = f"{hall}/{folders[0]}"
        return room if room in self.floor else None

    def floor_of(self, room):
        return self.floor.get(room, self.floor.get(room.rpartition("/")[0] + "/NAME"))


def sources(root):
    """Returns {path from the top of the clone: text} of all sources."""
    return {str(path.relative_to(root)): path.read_text()
            for hall in HALLS for path in sorted((root / hall).rglob("*.[ch]pp"))}


def wrong_include(rooms, path, bracket, name):
    """Returns the reason why this #include is wrong, or None."""
    if bracket == "<":
        return f"<mpi.h> belongs into {MPI_HEADER} alone" if name == "mpi.h" and path != MPI_HEADER else None
    if name in GENERATED:
        return None
    if name.split("/")[0] not in HALLS:
        return "name it by its path from the top of the clone"
    here, there = rooms.of(path), rooms.of(name)
    if here is None or there is None or here == there:
        return None  # a file outside of all rooms has its own problem line
    if rooms.floor_of(there) <= rooms.floor_of(here):
        above = rooms.floor_of(there) < rooms.floor_of(here)
        return f"{there} stands {'above' if above else 'beside'} {here}"
    return f"detail of {there}" if "detail" in name.split("/") else None


def way_to(headers, included, path, seen):
    """Returns the chain of headers from a file to the first header whose name begins with `headers`, starting with
    the file. Returns [] if there is no such chain."""
    seen.add(path)
    for bracket, name in included.get(path, ()):
        if bracket == "<" and name.startswith(headers):
            return [path, f"<{name}>"]
        if bracket == '"' and name not in seen:
            if way := way_to(headers, included, name, seen):
                return [path, *way]
    return []


def wrong_namespaces(path, text):
    """Returns KITT's namespaces in which the file defines something, but which belong to other folders."""
    hall, folder = path.split("/")[:2]
    own = NAMESPACES.get(f"{hall}/{folder}", NAMESPACES[hall])
    others = set(NAMESPACES.values()) - {own}
    for name, declares_only in OPENED.findall(text):
        inside = name == own or name.startswith(f"{own}::")
        foreign = any(name == other or name.startswith(f"{other}::") for other in others if other != "kitt")
        if not declares_only and (not inside or foreign):
            yield f"{name} (this folder has {own})"


def problems(root):
    rooms = Rooms((root / "docs" / "developer" / "architecture.md").read_text())
    texts = sources(root)
    included = {path: INCLUDE.findall(text) for path, text in texts.items()}
    for path, includes in included.items():
        if rooms.of(path) is None:
            yield f"{path}: in no room of docs/developer/architecture.md"
        for bracket, name in includes:
            if why := wrong_include(rooms, path, bracket, name):
                yield f"{path}: {name}: {why}"
        for namespace in wrong_namespaces(path, texts[path]):
            yield f"{path}: namespace {namespace}"
        for project in sorted(set(USED.findall(NO_CODE.sub("", texts[path])))):
            if not way_to(HEADERS_OF[project], included, path, set()):
                yield f"{path}: {project}: used, and no header of it included"
    for room in sorted(rooms.without_kokkos):
        ways = [way_to(HEADERS_OF["Kokkos"], included, path, set()) for path in included if rooms.of(path) == room]
        if shortest := min(filter(None, ways), key=len, default=None):
            yield f"{room}: Kokkos: {' > '.join(shortest)}"


if __name__ == "__main__":
    found = list(problems(pathlib.Path(__file__).resolve().parents[2]))
    print("\n".join(found))
    sys.exit(1 if found else 0)
