#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tools/setup against a pretended package system: installs what is missing, and nothing else.
source "${BASH_SOURCE[0]%/*}/assert.sh"
project=$1
bin=$scratch/bin
mkdir "$bin"

# pretend NAME: the body of command NAME comes from standard input.
pretend() {
  { echo '#!/bin/bash'; cat; } >"$bin/$1"
  chmod +x "$bin/$1"
}
setup() { env PATH="$bin:/usr/bin:/bin" LOG="$scratch/calls" "$project/tools/setup" "$@"; }
calls() { grep -cE -- "$1" "$scratch/calls"; }

pretend apt-get <<<'echo "$DEBIAN_FRONTEND $*" >>"$LOG"; [[ $* != *install* || -z ${BROKEN:-} ]]'
pretend sudo <<<'[[ $1 == -v ]] && exit; shift; exec "$@"'

pretend dpkg-query <<<'for p in "${@:4}"; do printf "installed:%s " "$p"; done'
: >"$scratch/calls"
expect_code 0 "nothing is missing" setup ci
expect "then apt-get is not called" [ ! -s "$scratch/calls" ]

pretend dpkg-query <<<'for p in "${@:4}"; do
  case $p in cmake) ;; g++) printf "config-files:%s " "$p" ;; *) printf "installed:%s " "$p" ;; esac
done; exit 1'
: >"$scratch/calls"
expect_code 0 "two packages are missing, one of them removed but configured" setup run
expect "the lists are updated once" [ "$(calls ' update$')" = 1 ]
expect "exactly the missing ones are installed, without questions" \
  [ "$(calls '^noninteractive .* install --no-install-recommends g\+\+ cmake$')" = 1 ]

expect_code 1 "an installation that fails is an error" env BROKEN=1 "$(command -v bash)" -c \
  'PATH="$1:/usr/bin:/bin" LOG="$2" "$3/tools/setup" run' - "$bin" "$scratch/calls" "$project"
expect "and names the packages" grep -q 'could not install: g++ cmake' "$scratch/err"

pretend dpkg-query <<<'exit 1'
: >"$scratch/calls"
expect_code 0 "on an empty machine everything that the product, its tests and checks need" setup ci
expect "is without Siconos, with which it is only compared" [ "$(calls siconos)" = 0 ]
expect_code 0 "the comparison" setup siconos
expect "brings it" [ "$(calls ' install .* python3-siconos ')" = 1 ]

expect_code 2 "an unknown word is a usage error" setup everything
finish
