# SPDX-License-Identifier: Apache-2.0
# The target saltus_hdf5: HDF5's C library, static where there is one. Debian's shared one loads 30
# further libraries, which makes every start of the program 20 ms slower.
if(NOT DEFINED HDF5_USE_STATIC_LIBRARIES)
  set(HDF5_USE_STATIC_LIBRARIES ON)
endif()
find_package(HDF5 REQUIRED COMPONENTS C)

# Paths in place of find_dependency(HDF5): that module asks a user's project for the language C.
add_library(saltus_hdf5 INTERFACE)
target_include_directories(saltus_hdf5 SYSTEM INTERFACE "$<BUILD_INTERFACE:${HDF5_C_INCLUDE_DIRS}>")
target_compile_definitions(saltus_hdf5 INTERFACE ${HDF5_C_DEFINITIONS})
# What HDF5 lists is more than it needs (curl, ssl), so the linker may leave it out.
target_link_libraries(saltus_hdf5 INTERFACE
  -Wl,--push-state,--as-needed ${HDF5_C_LIBRARIES} z -Wl,--pop-state)  # z: recordings are deflated
