#!/bin/bash
# The first process of a machine of its own: inside.sh ROOT UID UMASK COMMAND [NAME=VALUE …]
# Its mounts and processes are seen by nobody else and go with it. It ends as COMMAND does, which a shell runs. When ten
# seconds later a process of COMMAND is still there, it names it and ends with 99.
set -euo pipefail
root=$1 uid=$2 mask=$3 command=$4
shift 4
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"

status=0
(
  umask "$mask"
  exec chroot "$root" setpriv --reuid "$uid" --regid "$uid" --clear-groups env -i "$@" bash -c "$command"
) || status=$?

# Sets `still`. Not in a shell of its own, which would be one of the processes.
look() {
  local folder line
  still=
  for folder in "$root"/proc/[0-9]*; do
    [ "${folder##*/}" != 1 ] || continue
    # Empty for a zombie, and for one that has ended meanwhile.
    line=$({ tr '\0' ' ' <"$folder/cmdline"; } 2>/dev/null) || true
    still+=${line:+$line; }
  done
}

for ((tenths = 0; ; tenths++)); do
  look
  [ -n "$still" ] || exit $status
  if ((tenths == 100)); then
    echo "Still running ten seconds after the end: $still" >&2
    exit 99
  fi
  sleep 0.1
done
