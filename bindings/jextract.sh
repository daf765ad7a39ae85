#!/bin/sh
# Regenerates bindings/generated from this system's headers. A library is a pair of files in symbols/:
#   NAME.h     the headers to read
#   NAME.txt   the symbols in use, as jextract options; nothing else is generated. A library that is not the C library
#              is named with --library :SONAME; the property mpj.NAME.library names another file at run time
# and becomes package mpj.bindings.NAME, with its functions and constants in class NAME_h.
#
# usage: bindings/jextract.sh [NAME...]     all libraries if none is named
# JEXTRACT=/path/to/jextract overrides the one on PATH.
set -eu
export LC_ALL=C
cd "$(dirname "$0")"

jextract=${JEXTRACT:-jextract}
command -v "$jextract" >/dev/null || {
  echo "jextract.sh: '$jextract' was not found. Install jextract 22 or later and put it on PATH," >&2
  echo "or set JEXTRACT to its path. The generated sources are committed: a build does not need it." >&2
  exit 1
}

if [ $# -eq 0 ]; then
  for list in symbols/*.txt; do set -- "$@" "$(basename "$list" .txt)"; done
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

for name in "$@"; do
  [ -r "symbols/$name.h" ] && [ -r "symbols/$name.txt" ] || {
    echo "jextract.sh: no such library '$name': symbols/$name.h and symbols/$name.txt are needed." >&2
    exit 1
  }
  "$jextract" "@symbols/$name.txt" --target-package "mpj.bindings.$name" --output "$scratch" "symbols/$name.h"
  package=$scratch/mpj/bindings/$name

  # jextract passes over a name that the headers lack in silence.
  sed -n 's/^--include-[a-z]* \{1,\}//p' "symbols/$name.txt" | while read -r symbol; do
    grep -rqE "^ *public (static )?(final )?([^ ]+ )?$symbol( \{|\(| =| extends )" "$package" || {
      echo "jextract.sh: symbols/$name.txt lists '$symbol', but symbols/$name.h declares no such thing of that kind." >&2
      exit 1
    }
  done

  # findOrThrow came with Java 23 and the library is compiled for 22. Foreign calls go through one gate.
  find "$package" -name '*.java' -exec sed -i \
    -e 's/\.findOrThrow(\("[^"]*"\))/.find(\1).orElseThrow()/' \
    -e 's/Linker\.nativeLinker()/mpj.bindings.Linux.linker()/' \
    -e 's/[[:space:]]*$//' {} +
  # jextract opens a library as soon as the class is initialized, with an error that does not say why it cannot.
  sed -i "$package/${name}_h.java" \
    -e "/static final SymbolLookup SYMBOL_LOOKUP = SymbolLookup\.libraryLookup/{
          N
          N
          s/static final SymbolLookup .*libraryLookup(\(\"[^\"]*\"\).*/public static final mpj.bindings.NativeLibrary SYMBOL_LOOKUP =\n            new mpj.bindings.NativeLibrary(\1, \"mpj.$name.library\");/
        }"
  # The arena is for libraries and for strings; without them it only costs time at start-up.
  grep -rqF 'LIBRARY_ARENA.allocate' "$package" ||
    sed -i '/static final Arena LIBRARY_ARENA = Arena\.ofAuto();/,+1d' "$package/${name}_h.java"

  rm -rf "generated/mpj/bindings/$name"
  mkdir -p generated/mpj/bindings
  mv "$package" generated/mpj/bindings/
  echo "mpj.bindings.$name: $(sed -n '/^--include/p' "symbols/$name.txt" | wc -l) symbols from symbols/$name.h"
done
