# SPDX-License-Identifier: Apache-2.0
# Compiles through ccache where it is installed and the user has chosen no launcher.

find_program(SALTUS_CCACHE ccache)
mark_as_advanced(SALTUS_CCACHE)
if(SALTUS_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # The two sloppiness settings are what ccache asks for before it caches with precompiled headers.
  set(CMAKE_CXX_COMPILER_LAUNCHER
    "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros "${SALTUS_CCACHE}")
endif()
