# SPDX-License-Identifier: Apache-2.0
# Builds viewer/ into one page with npm, and that page into a program: saltus_report_page(TARGET).

function(saltus_report_page target)
  find_program(SALTUS_NODE node REQUIRED)
  find_program(SALTUS_NPM npm REQUIRED)
  set(viewer "${PROJECT_SOURCE_DIR}/viewer")
  set(page "${PROJECT_BINARY_DIR}/generated/app/report_page.html")
  set(packages "${viewer}/node_modules/.package-lock.json")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${viewer}/src/*.ts")
  add_custom_command(OUTPUT "${packages}"
    COMMAND "${SALTUS_NPM}" ci --omit=dev --no-audit --no-fund --silent
    WORKING_DIRECTORY "${viewer}"
    DEPENDS "${viewer}/package-lock.json"
    COMMENT "Fetching the packages of the report's page"
    VERBATIM)
  add_custom_command(OUTPUT "${page}"
    COMMAND "${SALTUS_NODE}" build.mjs --out "${page}"
    WORKING_DIRECTORY "${viewer}"
    DEPENDS "${packages}" ${sources} "${viewer}/build.mjs" "${viewer}/style.css" "${viewer}/index.html"
    COMMENT "Building the report's page"
    VERBATIM)
  set_source_files_properties("${PROJECT_SOURCE_DIR}/apps/saltus/page.S" PROPERTIES
    COMPILE_DEFINITIONS "SALTUS_REPORT_PAGE=\"${page}\""
    OBJECT_DEPENDS "${page}")
  target_sources(${target} PRIVATE "${PROJECT_SOURCE_DIR}/apps/saltus/page.S")
endfunction()
