# SPDX-License-Identifier: Apache-2.0
# Builds the model files of examples/ into a program: saltus_embed_examples(TARGET).
# As a script (cmake -DFOLDER=… -DOUTPUT=… -P) it writes the source file.

if(CMAKE_SCRIPT_MODE_FILE)
  file(GLOB models "${FOLDER}/*.toml")
  list(SORT models)
  list(LENGTH models count)
  set(entries "")
  foreach(model IN LISTS models)
    get_filename_component(name "${model}" NAME_WE)
    file(READ "${model}" text)
    string(APPEND entries "    Example{\"${name}\", R\"saltus(${text})saltus\"},\n")
  endforeach()
  file(WRITE "${OUTPUT}" "// Written by cmake/embed_examples.cmake from examples/*.toml.
#include \"examples.h\"

#include <array>

namespace saltus::app {
namespace {

constexpr std::array<Example, ${count}> all{
${entries}};

}  // namespace

std::span<const Example> examples() { return all; }

}  // namespace saltus::app
")
  return()
endif()

function(saltus_embed_examples target)
  file(GLOB models CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/examples/*.toml")
  set(script "${PROJECT_SOURCE_DIR}/cmake/embed_examples.cmake")
  set(output "${PROJECT_BINARY_DIR}/generated/app/examples.cpp")
  add_custom_command(OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DFOLDER=${PROJECT_SOURCE_DIR}/examples" "-DOUTPUT=${output}" -P "${script}"
    DEPENDS "${script}" ${models}
    COMMENT "Embedding the examples"
    VERBATIM)
  target_sources(${target} PRIVATE "${output}")
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/apps/saltus")
endfunction()
