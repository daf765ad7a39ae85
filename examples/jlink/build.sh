#!/bin/sh
# Makes an image with a Java runtime, the library and the program: build LIB [FOLDER], where LIB has the library's jars
# (lib of an unpacked archive, target/lib of a checkout). Then, with no other Java on the machine:
#   FOLDER/image/bin/app                                      a job of one rank
#   mpiexec -n 4 FOLDER/image/bin/app                         four, by the launcher of another MPI
# and with the library's own launcher, without the image:
#   mpjrun -np 4 -p FOLDER/modules -m app/app.Main
# Needs a JDK 22 or later, whose jlink it runs: the one that the library finds, or else JAVA_HOME's or PATH's.
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
# The transports are services: nothing requires them, so they are named.
rm -rf "$folder/image"
"${bin}jlink" -p "$folder/modules:$lib" --output "$folder/image" --launcher app=app/app.Main --strip-debug \
  --add-modules app,mpj.transport.shm,mpj.transport.threads,mpj.transport.nio \
  "--add-options=--enable-native-access=mpj.core,mpj.runtime,mpj.bindings,mpj.transport.shm,mpj.transport.nio"
