#!/bin/sh
# All units of a plan with HyperQueue; the server and its workers are running already.
#   docs/cluster/hyperqueue.sh PLAN
set -eu
plan=$1
left=$(mktemp)
trap 'rm -f "$left"' EXIT
for round in 1 2 3; do
    keymove work "$plan" --left >"$left"
    [ -s "$left" ] || exit 0
    # A worker that is lost takes its tasks with it: they run again on another one, up to five times.
    hq submit --name keymove --each-line "$left" --crash-limit 5 --stdout none --stderr none --wait \
        sh -c 'keymove work "$0" "$HQ_ENTRY"' "$plan" || true
done
[ -z "$(keymove work "$plan" --left)" ] || exit 75
