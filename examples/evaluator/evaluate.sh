#!/bin/sh
# An evaluator for kernels of the task row_sum in C++: checks one small case, then prints the times of 25 calls of every
# shape that it was asked for. For mapwright kernel bench or tune: --evaluator './evaluate.sh {candidate}'.
# It runs whatever the kernel does, here and with your rights: it is an example, not a sandbox.
candidate=$1
here=$(dirname "$0")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# The question is JSON on standard input; each shape becomes "-DSHAPES={rows,columns},...".
shapes=$(tr -d ' \n' | sed 's/.*"shapes":\[\([^]]*\)\].*/\1/; s/"[a-z]*"://g')

if ! g++ -O2 -std=c++20 -fopenmp "-DSHAPES=$shapes" "$here/time_row_sum.cpp" "$candidate" -o "$work/run" \
  2> "$work/errors"; then
  message=$(grep -m 1 'error:' "$work/errors" | sed "s|$candidate|the kernel|g; s|[\"\\\\]| |g")
  echo "{\"verdict\": \"failed\", \"message\": \"$message\"}"
  exit 0
fi
"$work/run" || echo '{"verdict": "failed", "message": "it does not run to its end"}'
