#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The launcher on a small project of its own: builds when needed and only then, passes everything on.
source "${BASH_SOURCE[0]%/*}/assert.sh"
project=$1
tree="$scratch/a folder with spaces"

mkdir -p "$tree"/{src,apps/saltus,elsewhere}
cp -r "$project/saltus" "$project/tools" "$tree"
cat >"$tree/CMakePresets.json" <<'JSON'
{"version": 6, "configurePresets": [{"name": "release", "generator": "Ninja",
 "binaryDir": "${sourceDir}/build/${presetName}"}]}
JSON
cat >"$tree/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES CXX)
file(GLOB sources CONFIGURE_DEPENDS apps/saltus/*.cpp)
add_executable(saltus_app ${sources})
set_target_properties(saltus_app PROPERTIES OUTPUT_NAME saltus RUNTIME_OUTPUT_DIRECTORY bin)
CMAKE
# program GREETING: prints the greeting, its folder and its arguments; exits with the first one.
program() {
  cat >"$tree/apps/saltus/main.cpp" <<CPP
#include <cstdlib>
#include <filesystem>
#include <iostream>
int main(int n, char** words) {
  std::cout << "$1\n" << std::filesystem::current_path().string() << '\n';
  for (int i = 1; i < n; ++i) std::cout << words[i] << '|';
  return n > 1 ? std::atoi(words[1]) : 0;
}
CPP
}
start() { (cd "$tree/elsewhere" && "$tree/saltus" "$@"); }
says() { grep -qxF -- "$1" "$scratch/out"; }
built() { stat -c %Y.%i "$tree/build/release/.stamp" "$tree/build/release/bin/saltus"; }

program one
(start 0 >"$scratch/twin" 2>&1) & # A second first start at the same moment.
expect_code 0 "the first start builds and runs" start 0 'two words' '*' ''
expect "the program's output is there" says one
expect "the working directory is the caller's" says "$tree/elsewhere"
expect "arguments arrive unchanged" says '0|two words|*||'
expect "without a terminal there is no word on standard error" [ ! -s "$scratch/err" ]
wait $!
expect "a simultaneous first start works too" grep -qx one "$scratch/twin"

before=$(built)
expect_code 2 "the program's exit code is passed on" start 2
expect "nothing is built where nothing changed" [ "$(built)" = "$before" ]

ln -s "$tree/saltus" "$scratch/link"
ln -s link "$scratch/link_to_link"
expect_code 0 "works through links" "$scratch/link_to_link" 0
expect "links do not change the working directory" says "$PWD"
expect_code 0 "works from PATH" env PATH="$tree:$PATH" saltus 0
expect_code 0 "works as bash saltus" bash -c 'cd "$1" && bash saltus 0' - "$tree"

program two
expect_code 0 "an edited source" start 0
expect "is built again" says two

echo 'int unused() { return 0; }' >"$tree/apps/saltus/more.cpp"
expect_code 0 "an added source" start 0
expect "is built" grep -q more.cpp "$tree/build/release/build.ninja"
rm "$tree/apps/saltus/more.cpp"
expect_code 0 "a removed source" start 0
expect "is forgotten" bash -c '! grep -q more.cpp "$1"' - "$tree/build/release/build.ninja"

echo 'syntax error' >>"$tree/apps/saltus/main.cpp"
expect_code 3 "a failed build gives exit code 3" start 0
expect "the compiler's message is shown" grep -q 'main.cpp:.*error' "$scratch/err"
expect "standard output stays empty" [ ! -s "$scratch/out" ]
expect_code 3 "and again at the next start" start 0
program three
expect_code 0 "a mended source runs" start 0

mv "$tree" "$scratch/moved"
tree=$scratch/moved
expect_code 0 "a moved project" start 0
expect "is built again and runs" says three
finish
