// SPDX-License-Identifier: Apache-2.0
#include "saltus/record/report.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "saltus/base/index.h"
#include "saltus/base/json.h"

namespace saltus {
namespace {

constexpr std::size_t most_frames = 1500;
constexpr std::size_t frame_budget =
    22'000'000;  // bytes of all frames, before compression: 300 of 5000 bodies
constexpr std::size_t contact_budget = 150'000;  // rows of contacts in all frames
constexpr std::size_t most_warnings = 40;

std::string_view word(Verdict verdict) {
  switch (verdict) {
    case Verdict::green:
      return "green";
    case Verdict::amber:
      return "amber";
    case Verdict::red:
      return "red";
    default:
      return "none";
  }
}

/// The format counts closed, sliding, sticking.
std::uint8_t status_number(ContactStatus status) {
  switch (status) {
    case ContactStatus::closed:
      return 1;
    case ContactStatus::sliding:
      return 2;
    case ContactStatus::sticking:
      return 3;
    default:
      return 0;
  }
}

std::string checks_json(const std::vector<ReportCheck>& checks) {
  std::vector<std::string> pieces;
  for (const ReportCheck& c : checks) {
    pieces.push_back(
        fmt::format(R"({{"label":{},"value":{},"unit":{},"limit":{},"verdict":"{}","hint":{}}})",
                    json_text(c.label), json_number(c.value), json_text(c.unit),
                    c.limit ? json_number(*c.limit) : "null", word(c.verdict), json_text(c.hint)));
  }
  return json_list(pieces);
}

std::string warnings_json(const std::vector<ReportWarning>& warnings) {
  std::vector<std::string> pieces;
  for (const ReportWarning& w : warnings) {
    const std::string_view level = w.level == Verdict::none ? "note" : word(w.level);
    pieces.push_back(fmt::format(R"({{"t":{},"level":"{}","text":{}}})",
                                 w.t ? json_number(*w.t) : "null", level, json_text(w.text)));
  }
  return json_list(pieces);
}

}  // namespace

void set_head(const ReportHead& head, std::string_view kind, const std::vector<std::string>& notes,
              ReportData& data) {
  data.set("kind", json_text(kind));
  data.set("title", json_text(head.title));
  data.set("model", json_text(head.model));
  data.set("version", json_text(head.version));
  data.set("command", json_text(head.command));
  data.set("model_text", json_text(head.model_text));
  std::vector<std::string> pieces;
  for (const auto& [key, value] : head.options)
    pieces.push_back(fmt::format("[{},{}]", json_text(key), json_text(value)));
  data.set("options", json_list(pieces));
  pieces.clear();
  for (const std::string& note : notes) pieces.push_back(json_text(note));
  data.set("notes", json_list(pieces));
}

ReportRecorder::ReportRecorder(const Description& description, const Model& model,
                               std::size_t samples, RecordedGroups groups)
    : model_(model),
      drawing_(compile_drawing(description, model)),
      scene_(description, model, drawing_, data_),
      plots_(model, drawing_, samples, groups),
      places_(description, drawing_),
      samples_(samples),
      groups_(groups) {
  const std::size_t frames =
      std::clamp<std::size_t>(frame_budget / scene_.frame_bytes(), 2, most_frames);
  stride_ = std::max<std::size_t>(1, (samples + frames - 1) / frames);
  most_contacts_ = std::max<std::size_t>(50, contact_budget / std::min(samples + 1, frames));
}

void ReportRecorder::record(const Sample& sample) {
  plots_.add(sample);
  const bool is_last = next_ + 1 == samples_;
  if (groups_.states && !scene_.empty()) {
    add_pressing(sample);
    if (next_ % stride_ == 0 || is_last) add_frame(sample);
  }
  for (std::size_t i = 0; i < sample.contacts.size(); ++i) {
    if (!(sample.contacts[i].gap < deepest_)) continue;
    deepest_ = sample.contacts[i].gap;
    const bool is_own = i < model_.own_contacts;
    const std::string& name = is_own ? model_.contacts[i].name : sample.contacts[i].name;
    const char* unit = is_own && model_.contacts[i].turns ? "rad" : "m";
    deepest_at_ = {sample.state.t, Verdict::none,
                   fmt::format("deepest penetration of the samples, {:.3g} {}, at '{}'", -deepest_,
                               unit, name)};
  }
  ++next_;
}

void ReportRecorder::add_pressing(const Sample& sample) {
  if (!places_.has_any()) {
    pressed_.add(sample.contacts, model_.own_contacts);
    return;
  }
  placed_ = sample.contacts;
  places_.fill(sample.state, placed_);
  pressed_.add(placed_, model_.own_contacts);
}

/// Contacts show the mean force since the frame before; of very many the strongest.
void ReportRecorder::add_frame(const Sample& sample) {
  scene_.add_frame(sample.state);
  const double length = sample.state.t - frame_t_;
  if (!(length > 0)) return;  // an impact takes no time: the next frame shows it
  frame_t_ = sample.state.t;
  if (pressed_.keep_strongest(most_contacts_)) left_out_contacts_ = true;
  for (const FrameContacts::Pressed& p : pressed_.all()) {
    std::array<double, 3> force = p.impulse;
    for (double& f : force) f /= length;
    // One that pressed and is open by now is seen as it was: it flashes.
    const bool left = p.status == ContactStatus::open;
    scene_.add_contact(p.point, force, status_number(left ? ContactStatus::closed : p.status));
  }
  pressed_.clear();
}

void ReportRecorder::note(const Event& event) {
  if (warnings_.size() >= most_warnings) return;
  if (event.kind == EventKind::fallback) {
    warnings_.push_back({event.t, Verdict::amber,
                         "impacts too many to be located: captured by one step, first order"});
  } else if (event.kind == EventKind::stiff) {
    warnings_.push_back({event.t, Verdict::none, "stiff: the implicit base takes over"});
  }
}

/// What was left out or rounded, and by how much.
std::vector<std::string> ReportRecorder::notes() const {
  std::vector<std::string> notes;
  if (plots_.is_thinned()) {
    notes.push_back(fmt::format(
        "Curves are decimated: of {} samples each shows the lowest and the highest of {} equal "
        "parts of the run, as they are in results.h5.",
        samples_, Curve::most / 2));
  }
  if (stride_ > 1) {
    notes.push_back(
        fmt::format("The animation is decimated: it shows one of {} samples, {} frames. Contacts "
                    "show their mean force since the frame before.",
                    stride_, scene_.frames()));
  }
  if (!scene_.rounding().empty()) notes.push_back(scene_.rounding());
  if (left_out_contacts_)
    notes.push_back(
        fmt::format("Of each frame the {} strongest contacts are drawn.", most_contacts_));
  if (groups_.states && plots_.left_out_columns())
    notes.emplace_back(
        "Positions and velocities are plotted of the first bodies only; "
        "results.h5 has all.");
  if (plots_.left_out_contacts())
    notes.emplace_back("Contacts are too many for a curve each: their sums are plotted.");
  const bool all = groups_.states && groups_.contacts && groups_.energy && groups_.solver;
  if (!all) notes.emplace_back("What [output] record leaves out is not shown.");
  return notes;
}

std::string ReportRecorder::html(const ReportHead& head, std::string_view page) {
  scene_.finish();
  set_head(head, "run", notes(), data_);
  data_.set("certificate", head.certificate);
  data_.set("checks", checks_json(head.checks));
  if (!head.failure.empty()) data_.set("failure", head.failure);
  std::vector<ReportWarning> warnings = head.warnings;
  warnings.insert(warnings.end(), warnings_.begin(), warnings_.end());
  constexpr double round_off = 1e-12;
  if (deepest_ < -round_off) warnings.push_back(deepest_at_);
  for (const auto& [text, t] : scene_.missing()) warnings.push_back({t, Verdict::none, text});
  for (const auto& [k, t] : plots_.broken_portraits())
    warnings.push_back(
        {t, Verdict::none,
         "portrait '" + drawing_.portraits[k].title + "' of [draw] is not finite, first here"});
  data_.set("warnings", warnings_json(warnings));
  plots_.finish(data_);
  return data_.html(page);
}

}  // namespace saltus
