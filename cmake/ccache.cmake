# SPDX-License-Identifier: Apache-2.0
# Compiles through ccache where it is installed and the user has chosen no launcher.

find_program(SALTUS_CCACHE ccache)
mark_as_advanced(SALTUS_CCACHE)
if(SALTUS_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # The two sloppiness settings are what ccache asks for before it caches with precompiled headers;
  # the folder's own name does not count, so that a second clone finds what the first has compiled.
  set(CMAKE_CXX_COMPILER_LAUNCHER
    "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros
    CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 "${SALTUS_CCACHE}")
endif()
