#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: tests/robustness/fuzz.sh [SECONDS]    Fuzzes the model reader with libFuzzer (clang 14).
# What it finds stays in build/fuzz/; a failing input belongs into tests/robustness/corpus/.
set -eu
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
out=build/fuzz
mkdir -p "$out/corpus" "$out/seeds"

sources=$(ls src/saltus/*/*.cpp | grep -v -e /record/ -e /run/summary.cpp)
objects=()
for source in tests/robustness/fuzz_model.cpp $sources; do
  object=$out/$(tr / _ <<<"$source").o
  objects+=("$object")
  [[ $object -nt $source ]] || clang++-14 -std=c++20 -O1 -g1 -ffp-contract=off \
    -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined \
    -Isrc -Itests -isystem /usr/include/eigen3 -c "$source" -o "$object"
done
clang++-14 -fsanitize=fuzzer,address,undefined "${objects[@]}" -lfmt -o "$out/fuzz_model"

# The examples' stories only slow the fuzzer down.
for model in examples/*.toml; do grep -v '^#' "$model" >"$out/seeds/$(basename "$model")"; done
exec "$out/fuzz_model" -max_len=4096 -timeout=10 -rss_limit_mb=2048 -max_total_time="${1:-300}" \
  -dict=tests/robustness/model.dict -artifact_prefix="$out/" \
  "$out/corpus" "$out/seeds" tests/robustness/corpus
