// SPDX-License-Identifier: Apache-2.0
#include "page.h"

extern "C" {
extern const char saltus_report_page;  // page.S
extern const char saltus_report_page_end;
}

namespace saltus::app {

std::string_view report_page() { return {&saltus_report_page, &saltus_report_page_end}; }

}  // namespace saltus::app
