// SPDX-License-Identifier: Apache-2.0
// The report's page, built from viewer/, as it is.
    .section .rodata
    .global saltus_report_page
    .global saltus_report_page_end
saltus_report_page:
    .incbin SALTUS_REPORT_PAGE
saltus_report_page_end:
    .byte 0
    .section .note.GNU-stack, "", @progbits
