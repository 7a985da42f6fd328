#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# cmake --install gives a working program and a library that find_package(saltus) finds.
source "${BASH_SOURCE[0]%/*}/assert.sh"
build=$2
prefix=$scratch/prefix

expect_code 0 "installs" cmake --install "$build" --prefix "$prefix"
expect "the version header is installed" [ -f "$prefix/include/saltus/base/version.h" ]
expect "no source is installed" bash -c '[ -z "$(find "$1" -name "*.cpp")" ]' - "$prefix/include"
expect_code 0 "the installed program runs" "$prefix/bin/saltus" --help

mkdir "$scratch/user"
cat >"$scratch/user/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES CXX)
find_package(saltus 0.1 REQUIRED)
add_executable(user main.cpp)
target_link_libraries(user PRIVATE saltus::saltus)
CMAKE
cat >"$scratch/user/main.cpp" <<'CPP'
#include <array>
#include <iostream>
#include "saltus/base/error.h"
#include "saltus/base/types.h"
#include "saltus/base/version.h"
#include "saltus/problems/fclib.h"
int main() {
  try {
    (void)saltus::read_fclib("absent.hdf5");  // links what reads HDF5
    return 1;
  } catch (const saltus::FileError&) {
  }
  const saltus::Vec x = saltus::Vec::Ones(3);
  const std::array<std::string, 1> words = {"mass"};
  std::cout << saltus::version << ' ' << x.sum() << saltus::did_you_mean("mas", words) << '\n';
}
CPP
expect_code 0 "a user's project finds the package" \
  cmake -S "$scratch/user" -B "$scratch/user/build" -G Ninja -DCMAKE_PREFIX_PATH="$prefix"
expect_code 0 "builds with it" cmake --build "$scratch/user/build"
expect_code 0 "and runs" "$scratch/user/build/user"
expect "with the library's code inside" grep -q "mass" "$scratch/out"
finish
