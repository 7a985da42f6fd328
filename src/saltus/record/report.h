// SPDX-License-Identifier: Apache-2.0
// report.html of a run, from its recording.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "saltus/record/contact_places.h"
#include "saltus/record/frame_contacts.h"
#include "saltus/record/plots.h"
#include "saltus/record/scene.h"

namespace saltus {

enum class Verdict { green, amber, red, none };

/// A figure of the certificate beside what is asked of it.
struct ReportCheck {
  std::string label;
  double value = 0;
  std::string unit;
  std::optional<double> limit{};
  Verdict verdict = Verdict::none;
  std::string hint{};
};

struct ReportWarning {
  std::optional<double> t;
  Verdict level = Verdict::none;  // none: a note
  std::string text;
};

/// What a report says that is not in the samples.
struct ReportHead {
  std::string title, model, version, command, model_text;
  std::vector<std::pair<std::string, std::string>> options;
  std::string certificate;  // summary.json
  std::vector<ReportCheck> checks;
  std::vector<ReportWarning> warnings;
  std::string failure;  // as JSON; empty where there was none
};

/// Takes the samples of a run that has ended.
class ReportRecorder final : public Recorder {
 public:
  ReportRecorder(const Description& description, const Model& model, std::size_t samples,
                 RecordedGroups groups);
  void record(const Sample& sample) override;
  void note(const Event& event) override;

  /// The whole file. Once, at the end.
  [[nodiscard]] std::string html(const ReportHead& head, std::string_view page);

 private:
  void add_pressing(const Sample& sample);
  void add_frame(const Sample& sample);
  [[nodiscard]] std::vector<std::string> notes() const;

  const Model& model_;
  Drawing drawing_;
  ReportData data_;
  Scene scene_;
  Plots plots_;
  ContactPlaces places_;
  std::size_t samples_;
  RecordedGroups groups_;
  std::size_t next_ = 0;
  std::size_t stride_ = 1;         // samples per frame
  std::size_t most_contacts_ = 0;  // of a frame
  bool left_out_contacts_ = false;
  std::vector<ContactSample> placed_;  // of a sample, with the places of formulas and joints
  FrameContacts pressed_;
  double frame_t_ = 0;  // of the last frame whose contacts were drawn
  std::vector<ReportWarning> warnings_;
  double deepest_ = 0;
  ReportWarning deepest_at_;
};

/// The header's entries that all reports have.
void set_head(const ReportHead& head, std::string_view kind, const std::vector<std::string>& notes,
              ReportData& data);

}  // namespace saltus
