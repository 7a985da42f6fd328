# SPDX-License-Identifier: Apache-2.0
# Sourced by the launcher and by tools/build: is the built program up to date?
# The stamp is as old as the start of the last good build and names the folder that it was made in.

# is_fresh ROOT: nothing that the program is made of is younger than the stamp. A folder grows
# younger when a file is added to it or removed from it, so that one search sees every change.
is_fresh() {
  local root=$1 stamp=$1/build/release/.stamp built_in=
  [[ -x $root/build/release/bin/saltus && -f $stamp ]] || return 1
  IFS= read -r built_in <"$stamp"
  [[ $built_in == "$root" ]] || return 1
  [[ -z $(find "$root/src" "$root/apps" "$root/examples" "$root/cmake" "$root/viewer/src" \
    "$root"/viewer/{build.mjs,index.html,style.css,package-lock.json} "$root/CMakeLists.txt" \
    "$root/CMakePresets.json" -newer "$stamp" -print -quit 2>/dev/null) ]]
}
