#!/bin/sh
# Runs a program as MPJ Express's mpjrun.sh does, whose options it takes: mpjrun.sh -np 4 Hello.
link=$0
while [ -L "$link" ]; do
  target=$(readlink "$link")
  case $target in /*) link=$target ;; *) link=${link%/*}/$target ;; esac
done
case $link in */*) bin=${link%/*} ;; *) bin=. ;; esac
exec "$bin/mpjrun" --mpj-express "$@"
