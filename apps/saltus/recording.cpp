// SPDX-License-Identifier: Apache-2.0
// A run is resumed with the same model, options and version only: else it would not be one run.
#include "recording.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <vector>

#include <fmt/format.h>

#include "saltus/base/version.h"
#include "saltus/io/toml.h"
#include "saltus/io/toml_write.h"
#include "saltus/record/csv.h"

namespace saltus::app {
namespace {

namespace fs = std::filesystem;

/// FNV-1a, of 64 bits.
std::uint64_t digest(std::istream& bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (auto c = bytes.get(); c != std::istream::traits_type::eof(); c = bytes.get())
    hash = (hash ^ static_cast<std::uint64_t>(c)) * 0x100000001b3U;
  return hash;
}

/// A line "name digest" for each file of shapes that the model names.
void list_files(const Value& value, const fs::path& folder, std::string& lines) {
  if (const auto* array = std::get_if<Array>(&value.data))
    for (const Value& v : *array) list_files(v, folder, lines);
  const auto* table = std::get_if<Table>(&value.data);
  if (table == nullptr) return;
  for (const Entry& entry : *table) {
    list_files(entry.value, folder, lines);
    const auto* name = std::get_if<std::string>(&entry.value.data);
    if (entry.key != "file" || name == nullptr) continue;
    std::ifstream file(folder / *name, std::ios::binary);
    lines += fmt::format("{} {:016x}\n", *name, digest(file));
  }
}

std::string files_of(const Loaded& loaded) {
  std::string lines;
  list_files(loaded.tree, fs::path(loaded.description.file).parent_path(), lines);
  return lines;
}

RecordingHead head_of(const Loaded& loaded) {
  const Simulation& s = loaded.simulation;
  RecordingHead head;
  head.model = write_toml(loaded.tree);
  head.file = fs::absolute(loaded.description.file).string();
  head.shape_files = files_of(loaded);
  head.version = version;
  head.name = loaded.model.name;
  head.title = loaded.model.title;
  head.scheme = scheme_name(s.scheme);
  head.solver = name_of(s.solver);
  head.step = s.step;
  head.end = s.end;
  head.every = s.every;
  return head;
}

std::vector<Recorded> recorded(const Loaded& loaded) {
  return loaded.description.output.value_or(OutputDescription{}).record;
}

/// Without the end, which may be another.
std::string without_end(Value tree) {
  Value* simulation = find(tree, "simulation");
  auto* entries = simulation == nullptr ? nullptr : std::get_if<Table>(&simulation->data);
  if (entries != nullptr) std::erase_if(*entries, [](const Entry& e) { return e.key == "end"; });
  return write_toml(tree);
}

/// "[table] key = value", one by one.
std::vector<std::string> entries_of(const std::string& toml) {
  std::vector<std::string> entries;
  std::istringstream lines(toml);
  std::string table;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('[')) {
      table = line + " ";
    } else if (!line.empty()) {
      entries.push_back(table + line);
    }
  }
  return entries;
}

bool has_key_of(const std::vector<std::string>& entries, const std::string& entry) {
  const std::string key = entry.substr(0, entry.find(" = ") + 3);
  return std::any_of(entries.begin(), entries.end(),
                     [&](const std::string& e) { return e.starts_with(key); });
}

/// The first entries that are not the same.
std::string difference(const std::string& there, const std::string& here) {
  const std::vector<std::string> was = entries_of(there);
  const std::vector<std::string> is = entries_of(here);
  std::size_t k = 0;
  while (k < was.size() && k < is.size() && was[k] == is[k]) ++k;
  std::string before = k < was.size() ? was[k] : "nothing";
  std::string now = k < is.size() ? is[k] : "nothing";
  if (k < is.size() && !has_key_of(was, now)) {
    before = "nothing";
  } else if (k < was.size() && !has_key_of(is, before)) {
    now = "nothing";
  }
  return fmt::format("\n  recorded: {}\n  now:      {}", before, now);
}

void check_same(const Recording& old, const Loaded& loaded, const std::string& path) {
  const std::string there = old.attribute("version");
  if (there != version) {
    throw FileError(
        fmt::format("{}: was recorded by version {}, this is {}; only the same version "
                    "gives the same numbers. Run without --resume",
                    path, there, version));
  }
  const std::string was = without_end(parse_toml(old.model(), path));
  const std::string is = without_end(loaded.tree);
  if (was != is) {
    throw FileError(fmt::format(
        "{}: is a recording of another model or of other options; only --end may differ{}\n"
        "  run without --resume, or with another folder",
        path, difference(was, is)));
  }
  const std::string files = files_of(loaded);
  if (old.attribute("shape_files") != files) {
    throw FileError(fmt::format(
        "{}: the files of its shapes have been changed since; they were (name, digest)\n"
        "{}and are\n{}  put them back, or run without --resume",
        path, old.attribute("shape_files"), files));
  }
}

}  // namespace

OpenRecording begin_recording(const Loaded& loaded, const fs::path& folder) {
  OpenRecording open;
  const std::vector<Recorded> what = recorded(loaded);
  if (what.empty()) {
    std::error_code error;
    if (fs::exists(folder / recording_name, error)) {  // an earlier run's
      static_cast<void>(RecordingFile::create(folder / recording_name));
      fs::remove(folder / recording_name, error);
    }
    return open;
  }
  open.recorder =
      std::make_unique<FileRecorder>(folder / recording_name, loaded.model, head_of(loaded), what,
                                     multipliers_of(loaded.simulation.scheme));
  return open;
}

OpenRecording resume_recording(const Loaded& loaded, const fs::path& folder, bool csv) {
  const fs::path path = folder / recording_name;
  if (recorded(loaded).empty())
    throw FileError("--resume: the model's [output] record = [] records nothing to go on from");
  std::error_code error;
  if (!fs::exists(path, error)) {
    throw FileError(path.string() + ": there is no recording to resume; run without --resume");
  }
  const Recording old(path);
  check_same(old, loaded, path.string());
  if (csv) check_csv(old);
  const double there = old.last_time();
  if (there > loaded.simulation.end * (1 + 1e-12)) {
    throw FileError(fmt::format(
        "{}: goes to t = {:.9g} s already, and --resume to {:.9g} s would throw away what is "
        "later; say --end {:.9g} or later, or run without --resume",
        path.string(), there, loaded.simulation.end, there));
  }
  OpenRecording open;
  if (old.has_checkpoint()) open.checkpoint = old.checkpoint();
  open.recorder =
      std::make_unique<FileRecorder>(path, loaded.model, head_of(loaded), recorded(loaded),
                                     multipliers_of(loaded.simulation.scheme), old);
  return open;
}

Loaded load_recorded(const Recording& recording) {
  const std::string file = recording.attribute("file");
  Loaded loaded = assemble(parse_toml(recording.model(), file), file);
  return loaded;
}

void check_csv(const Recording& recording) {
  for (const char* group : {"states", "contacts/start", "energy"}) {
    if (!recording.has(group)) {
      throw FileError(
          fmt::format("the recording has no {}: [output] record of the model leaves "
                      "it out, and the CSV files need it",
                      std::string(group).substr(0, std::string(group).find('/'))));
    }
  }
}

void export_csv(const Recording& recording, const Model& model, const Scheme& scheme,
                const fs::path& folder) {
  check_csv(recording);
  CsvRecorder csv(folder, model, multipliers_of(scheme), locates_events_of(scheme));
  recording.replay(model, multipliers_of(scheme), csv);
  csv.finish();
}

}  // namespace saltus::app
