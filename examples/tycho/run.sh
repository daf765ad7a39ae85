#!/bin/sh
# Two sites on this host, each with its own authority and mediator, and messages from one to the other:
#   examples/tycho/run.sh
# All files are in a folder that is removed at the end.
set -eu
home=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
work=$(mktemp -d)
mediators=
end() {
  for mediator in $mediators; do kill "$mediator" 2>/dev/null || :; done
  wait
  rm -rf "$work"
}
trap end EXIT
trap 'exit 1' INT TERM

# The files of a site: NAME, the port of the clients, of the site, of the bridge, and of the other site's bridge.
site() {
  "$home/bin/mediator" --init "$1" "$work/$1"
  cat >"$work/$1.conf" <<END
keys = $work/$1
clients = 127.0.0.1:$2
site = 127.0.0.1:$3
bridge = 127.0.0.1:$4
bridge.mediators = 127.0.0.1:$5
log = $work/$1.log
END
}
site paris 17411 17412 17413 17423
site rome 17421 17422 17423 17413
# Each site trusts the other.
cp "$work/paris/ca.pem" "$work/rome/trusted/paris.pem"
cp "$work/rome/ca.pem" "$work/paris/trusted/rome.pem"

for name in paris rome; do
  "$home/bin/mediator" "$work/$name.conf" &
  mediators="$mediators $!"
done

tycho=$home/tycho
[ -f "$tycho/mpj-tycho.jar" ] || tycho=$home/target/tycho
"$("$home/bin/find-jdk")/bin/java" -cp "$tycho/mpj-tycho.jar" "$home/examples/tycho/TwoSites.java" "$work" || {
  cat "$work/paris.log" "$work/rome.log" >&2
  exit 1
}
