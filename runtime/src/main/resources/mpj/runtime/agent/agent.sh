# Runs on a host that may not have the library yet: finds Java, reads the missing jars from standard input, and becomes
# the agent. SshStarter puts the variables mpj_* in front of this script, and reads the lines that say prints.
say() { printf 'mpj-agent %s\n' "$*"; }
fail() { say "failed $*"; exit 1; }

cache=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/mpj
umask 077
if [ -d "$cache" ]; then
  # If others can write to the folder, they could put classes there.
  [ -O "$cache" ] || fail "the cache is not used: $cache belongs to another user; set XDG_CACHE_HOME to a folder of" \
    "your own, in the shell's start-up file"
  case $(ls -ld "$cache") in
    ?????-??-*) ;;
    *) fail "the cache is not used: others can write to $cache; delete it, as it may hold what is theirs: rm -r $cache" ;;
  esac
elif [ "$mpj_task" = clean ]; then
  say cleaned "deleted $cache"
  exit 0
fi

# Sets $version to the version of the Java at $1. The release file has the version, so usually no JVM is started.
version() {
  version=
  [ -x "$1/bin/java" ] || return 1
  if [ -r "$1/release" ]; then
    while IFS='="' read -r key _ value _; do
      if [ "$key" = JAVA_VERSION ]; then version=$value; fi
    done <"$1/release"
  else
    version=$("$1/bin/java" -version 2>&1 | sed -n 's/.*version "\([^"]*\)".*/\1/p')
  fi
  [ -n "$version" ]
}
seen=
consider() {
  version "$1" || return 1
  major=${version%%[!0-9]*}
  [ "${major:-0}" -ge "$mpj_least" ] && return 0
  seen="$seen, Java $version in $1"
  return 1
}
java=
path_java=$(command -v java 2>/dev/null) && path_java=$(readlink -f "$path_java")
for home in "${JAVA_HOME:-}" "${path_java%/bin/java}" "$mpj_jdk" /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/jdk* \
    "${HOME:-/nonexistent}"/.sdkman/candidates/java/* "${HOME:-/nonexistent}"/.jdks/*; do
  if [ -n "$home" ] && consider "$home"; then java=$home; break; fi
done
if [ -z "$java" ] && [ "$mpj_task" = clean ]; then
  # Without Java no job can run here, so no job uses the cache.
  why=$(rm -rf "$cache" 2>&1) || fail "$why"
  say cleaned "deleted $cache"
  exit 0
fi
[ -n "$java" ] || fail "no Java $mpj_least or later was found (looked at JAVA_HOME, PATH, /usr/lib/jvm, /usr/java, /opt," \
  "~/.sdkman, ~/.jdks)${seen:+; found only ${seen#, }}; install one, or set JAVA_HOME in the shell's start-up file"

digest() {
  if command -v sha256sum >/dev/null 2>&1; then sha256sum "$@"; else shasum -a 256 "$@"; fi 2>/dev/null
}
# Each line has the SHA-256, length and name of a jar. A jar is in the cache, or at the launcher's own path, or is sent.
# The jars that are here are all hashed at once, because they may have been changed.
store=$cache/shipped
set --
while read -r sha length name; do
  if [ -r "$store/$sha/$name" ]; then set -- "$@" "$store/$sha/$name"
  elif [ -r "$mpj_lib/$name" ]; then set -- "$@" "$mpj_lib/$name"; fi
done <<END
$mpj_jars
END
found=
[ $# = 0 ] || found=$(digest "$@")
# The task clean writes nothing to the cache, which may be full.
work=
if [ "$mpj_task" = clean ]; then
  work=$(mktemp -d 2>&1) || fail "cannot make a temporary folder: $work"
  store=$work
fi
class_path= need=
while read -r sha length name; do
  jar=$store/$sha/$name known=false
  for there in "$cache/shipped/$sha/$name" "$mpj_lib/$name"; do
    case "
$found
" in *"
$sha  $there
"*) jar=$there known=true; break ;; esac
  done
  $known || need="$need $sha $length $name"
  class_path=${class_path:+$class_path:}$jar
done <<END
$mpj_jars
END
if [ -n "$need" ]; then
  set -- $need
  say "need $*"
  work=${work:-$store/new-agent-$(uname -n)-$$}
  why=$(mkdir -p "$work" 2>&1) || fail "cannot write $cache: $why"
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' HUP INT TERM PIPE
  while [ $# -gt 0 ]; do
    why=$({ head -c "$2" >"$work/$3"; } 2>&1) || fail "cannot write $store: $why"
    found=$(digest "$work/$3")
    [ -z "$found" ] || [ "${found%% *}" = "$1" ] || fail "$3 arrived damaged in $store"
    why=$(mkdir -p "$store/$1" 2>&1 && mv -f "$work/$3" "$store/$1/$3" 2>&1) || fail "cannot write $store: $why"
    say "took $1"
    shift 3
  done
  [ "$mpj_task" = clean ] || rm -rf "$work"
  trap - EXIT HUP INT TERM PIPE
fi
if [ "$mpj_task" = clean ]; then
  "$java/bin/java" -Xshare:auto -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -cp "$class_path" "$mpj_main"
  rm -rf "$work"
  exit 0
fi

archive=$(IFS=/; set -f; set -- $java; IFS=+; echo "$*")
archive=$cache/archive/$mpj_library$archive
flags=-Xshare:auto
for whose in launcher agent; do
  if [ -r "$archive/$whose.flags" ]; then flags=@$archive/$whose.flags; fi
done
# If no locale is set, names of files and arguments are UTF-8, as in bin/mpjrun. ssh may start no login shell, which
# would set the locale.
locale=
case ${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} in
  C | POSIX) if [ -n "${LC_ALL:-}" ]; then locale=LC_ALL=C.UTF-8; else locale=LC_CTYPE=C.UTF-8; fi ;;
esac
say start
# jdk.includeInExceptions is set to the default of java.security, so that the JVM need not read that file.
exec ${locale:+env "$locale"} "$java/bin/java" "$flags" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData \
  --enable-native-access=ALL-UNNAMED -Djdk.includeInExceptions=hostInfoExclSocket "-Dmpj.archive=$archive" \
  -cp "$class_path" "$mpj_main"
