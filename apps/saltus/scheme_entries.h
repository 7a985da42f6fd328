// SPDX-License-Identifier: Apache-2.0
// Schemes as a command line names them, each with options of its own: A,B{option=value,…}.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "load.h"

namespace saltus::app {

struct SchemeEntry {
  std::string label;  // as typed
  std::string scheme;
  Table options;
};

/// Splits at commas that stand in no brackets or quotes; blanks around are removed. An empty part
/// is an error that names `option`. Throws ModelError.
[[nodiscard]] std::vector<std::string> split_list(std::string_view text, const std::string& option);

/// One entry: A or A{x=1,y=end}.
[[nodiscard]] SchemeEntry read_entry(std::string_view text, const std::string& option);

/// "A,B{…},…" or "all".
[[nodiscard]] std::vector<SchemeEntry> read_entries(std::string_view text,
                                                    const std::string& option);

/// The source's tree for an entry: its scheme, and its options over those of file and --set.
[[nodiscard]] Value tree_of(const Source& source, const SchemeEntry& entry,
                            const std::string& option);

/// The source without the options that --set gives and the entry's scheme does not know; an error
/// where none of the entries' schemes knows one. Throws ModelError.
[[nodiscard]] Source without_foreign_options(Source source, const std::vector<SchemeEntry>& entries,
                                             const SchemeEntry& entry);

}  // namespace saltus::app
