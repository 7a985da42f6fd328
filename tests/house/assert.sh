# SPDX-License-Identifier: Apache-2.0
# Sourced by the house tests: a scratch folder that goes away, and claims that name what failed.
set -u
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

# expect CLAIM COMMAND…: the command must succeed.
expect() {
  local claim=$1
  shift
  if "$@"; then
    echo "ok    $claim"
  else
    echo "FAIL  $claim   ($*)"
    failures=$((failures + 1))
  fi
}

# expect_code CODE CLAIM COMMAND…: the command must exit with CODE; its output goes to $scratch/out, err.
expect_code() {
  local wanted=$1 claim=$2 code=0
  shift 2
  "$@" >"$scratch/out" 2>"$scratch/err" </dev/null || code=$?
  expect "$claim" [ "$code" = "$wanted" ]
  if [ "$code" != "$wanted" ]; then
    echo "      exit code $code instead of $wanted; standard error:"
    tail -n 20 "$scratch/err"
  fi
}

finish() { exit $((failures > 0)); }
