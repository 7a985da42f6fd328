#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tools/check_layers sees forbidden includes and leaves the allowed ones alone.
source "${BASH_SOURCE[0]%/*}/assert.sh"
project=$1
tree=$scratch/tree

# put FILE LINE…: a source tree with only this file.
put() {
  local file=$tree/$1
  shift
  rm -rf "$tree"
  mkdir -p "${file%/*}"
  printf '%s\n' "$@" >"$file"
}
check() { "$project/tools/check_layers" "$tree"; }
says() { grep -qF -- "$1" "$scratch/err"; }

expect_code 0 "the project itself keeps to its rooms" "$project/tools/check_layers"

put src/saltus/schemes/a.h '#include <vector>' '#include "saltus/schemes/b.h"' \
  '#include "saltus/solvers/b.h"' '#include "saltus/base/b.h"'
expect_code 0 "own room, named rooms and base are allowed" check

put src/saltus/schemes/a.h '#include "saltus/laws/b.h"' '#include "saltus/formula/b.h"'
expect_code 0 "what the named rooms may include is allowed" check

put src/saltus/base/a.h '#include <vector>' '' '#include "saltus/model/b.h"'
expect_code 1 "base may include no room" check
expect "the message has file, line and both rooms" \
  says 'src/saltus/base/a.h:3: base/ may not include model/'

put src/saltus/solvers/a.cpp '  #  include <saltus/model/b.h>'
expect_code 1 "solvers may not include model, in any spelling" check

put src/saltus/model/a.cpp '#include "saltus/io/b.h"'
expect_code 1 "a room may not include a room above it" check

put src/saltus/bodies/a.cpp '#include "saltus/joints/b.h"'
expect_code 1 "neighbours may not include each other" check

put src/saltus/utils/a.h '#include <vector>'
expect_code 1 "a room that is not in the table is refused" check

put src/saltus/base/a.h '#include "error.h"'
expect_code 1 "own headers need their full name" check

put src/saltus/io/a.h '#include <toml++/toml.h>'
expect_code 1 "a heavy header in a header is refused" check

put src/saltus/io/a.cpp '#include <toml++/toml.h>'
expect_code 0 "a heavy header in a .cpp is allowed" check
finish
