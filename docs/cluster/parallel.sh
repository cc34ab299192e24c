#!/bin/sh
# All units of a plan with GNU parallel, on this machine or on others that see the same files.
#   docs/cluster/parallel.sh PLAN [options of parallel, for example: -j 8, or --sshlogin one,two --workdir .]
set -eu
plan=$1
shift
# A unit that fails or is killed is tried again at once, and what is left after that in the next round.
for round in 1 2 3; do
    keymove work "$plan" --left | parallel --will-cite --retries 3 "$@" keymove work "$plan" || true
    [ -n "$(keymove work "$plan" --left)" ] || exit 0
done
echo "some units are left: keymove work $plan --left" >&2
exit 75
