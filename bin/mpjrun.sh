#!/bin/sh
# Runs a program like MPJ Express's mpjrun.sh, and takes the same options: mpjrun.sh -np 4 Hello.
link=$0
while [ -L "$link" ]; do
  target=$(readlink "$link")
  case $target in /*) link=$target ;; *) link=${link%/*}/$target ;; esac
done
case $link in */*) bin=${link%/*} ;; *) bin=. ;; esac
exec "$bin/mpjrun" --mpj-express "$@"
