# SPDX-License-Identifier: Apache-2.0
# Warnings for our own code. They are errors only in our presets (CMAKE_COMPILE_WARNING_AS_ERROR).

function(saltus_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
endfunction()
