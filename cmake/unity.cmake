# SPDX-License-Identifier: Apache-2.0
# saltus_unity(TARGET COUNT FILES…): compiles up to COUNT files of a folder at a time, which costs little more than one
# of them. Names in unnamed namespaces are therefore unique within a folder. Off (SALTUS_UNITY) where tools read
# single files.

option(SALTUS_UNITY "Compile several files at a time" ON)

function(saltus_unity target count)
  if(NOT SALTUS_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # It warns of every struct behind a pointer: its file is not the main one here.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  set(folder "")
  foreach(file IN LISTS ARGN)
    get_filename_component(here "${file}" DIRECTORY)
    if(NOT here STREQUAL folder)
      set(folder "${here}")
      set(number 0)
      get_filename_component(name "${here}" NAME)
    endif()
    math(EXPR group "${number} / ${count}")
    math(EXPR number "${number} + 1")
    set_source_files_properties("${file}" PROPERTIES UNITY_GROUP "${name}_${group}")
  endforeach()
endfunction()
