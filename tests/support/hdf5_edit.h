// SPDX-License-Identifier: Apache-2.0
// Changes single datasets of HDF5 files, to spoil them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace saltus {

/// Names are paths from the file's root. What has the name already is replaced.
void put(const std::string& file, const std::string& name, const std::vector<int>& values);
void put(const std::string& file, const std::string& name, const std::vector<double>& values,
         const std::vector<std::size_t>& extents = {});
void put_wide(const std::string& file, const std::string& name,
              const std::vector<std::int64_t>& values);
void put_text(const std::string& file, const std::string& name, const std::string& text);
/// Declares so many numbers and writes none of them.
void put_unwritten(const std::string& file, const std::string& name, std::size_t count);
void put_group(const std::string& file, const std::string& name);
void erase(const std::string& file, const std::string& name);
/// Another name for the same thing.
void link(const std::string& file, const std::string& name, const std::string& new_name);

}  // namespace saltus
