#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: test_reports.sh PROJECT BUILD    Opens the reports of examples in Chromium, from disk, and validates glTF files.
set -eu
project=$1
saltus=$2/bin/saltus
command -v chromium >/dev/null || { echo "chromium is missing: tools/setup test installs it" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

run() { "$saltus" run "$project/examples/$1.toml" -o "$folder/$1" --quiet "${@:2}"; }
run slider_crank --step 1e-4
"$saltus" run "$project/examples/slider_crank.toml" -o "$folder/thinned" --quiet # more samples than a curve has points
run bouncing_pendulum --end 3
run box_stack --end 1
run sphere_pile --set parameters.n=4 --end 0.5
folders=("$folder"/{slider_crank,bouncing_pendulum,box_stack,sphere_pile})
for each in "${folders[@]}" "$folder/thinned"; do "$saltus" export "$each" --csv --quiet; done
"$saltus" converge "$project/examples/bouncing_ball.toml" --scheme moreau-jean --steps 1e-2,5e-3 \
  -o "$folder/study" --quiet
"$saltus" compare "$project/examples/bouncing_pendulum.toml" --schemes moreau-jean,generalized-alpha --steps 4e-3,2e-3 \
  --end 1 -o "$folder/comparison" --quiet

"$saltus" run "$project/examples/newtons_cradle.toml" -o "$folder/cradle" --end 0.5 --no-report --quiet
for each in slider_crank box_stack sphere_pile cradle; do "$saltus" export "$folder/$each" --gltf --quiet; done

million=$folder/million # 10⁶ steps
"$saltus" run "$project/examples/slider_crank.toml" --step 2e-7 -o "$million" --quiet
size=$(stat -c %s "$million/results.h5")
((size <= 150000000)) || { echo "10⁶ steps of the slider-crank write $size bytes, more than 150 MB" >&2; exit 1; }

cd "$project/viewer/tests"
[[ node_modules/.package-lock.json -nt package-lock.json ]] || npm ci --silent --no-audit --no-fund
export SALTUS_VIEWER_OUT=$folder/out
node test.mjs "${folders[@]/%//report.html}" "$folder"/{study,comparison}/report.html
node opens.mjs 3 "$million/report.html"
node recorded.mjs "${folders[@]}" "$folder/thinned"
node flashes.mjs "$folder"/{slider_crank,bouncing_pendulum}/report.html
node validate_gltf.mjs "$folder"/{slider_crank,box_stack,sphere_pile,cradle}/motion.glb
