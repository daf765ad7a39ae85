#!/bin/sh
# Makes an image with a Java runtime, the library and the program: build.sh LIB [FOLDER]. LIB is the folder of the
# library's jars (lib of an unpacked archive, target/lib of a checkout). Afterwards the machine needs no other Java:
#   FOLDER/image/bin/app                                      a job of one rank
#   mpiexec -n 4 FOLDER/image/bin/app                         four ranks, with the launcher of another MPI
# The library's own launcher runs the program without the image:
#   mpjrun -np 4 -p FOLDER/modules -m app/app.Main
# The script runs the jlink of a JDK 22 or later: of the JDK that the library finds, or else of JAVA_HOME or PATH.
set -e
lib=$(CDPATH='' cd -- "${1:?usage: build LIB [FOLDER]}" && pwd)
folder=${2:-target}
cd "$(dirname "$0")"
jdk=${JAVA_HOME:-}
for found in "$lib/../bin/find-jdk" "$lib/../../bin/find-jdk"; do
  if [ -x "$found" ]; then jdk=$("$found") || exit 1; break; fi
done
bin=${jdk:+$jdk/bin/}

"${bin}javac" --release 22 -p "$lib" -d "$folder/modules/app" $(find src -name '*.java')
# The transports are services. No module requires them, so they must be named. JVMs that start at the same time may
# warn on standard output that each other's performance data are locked, so the image writes no such data.
rm -rf "$folder/image"
"${bin}jlink" -p "$folder/modules:$lib" --output "$folder/image" --launcher app=app/app.Main --strip-debug \
  --add-modules app,mpj.transport.shm,mpj.transport.threads,mpj.transport.nio \
  "--add-options=-XX:-UsePerfData --enable-native-access=mpj.core,mpj.runtime,mpj.bindings,mpj.transport.shm,mpj.transport.nio"
