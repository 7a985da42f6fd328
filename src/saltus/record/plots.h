// SPDX-License-Identifier: Apache-2.0
// The curves of a report, gathered sample by sample.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "saltus/model/drawing.h"
#include "saltus/record/curve.h"
#include "saltus/record/recorder.h"
#include "saltus/record/report_data.h"

namespace saltus {

struct Plot {
  struct Series {
    std::string name;
    Curve curve;
    std::string rate{};  // of a position: its velocity's series
  };
  std::string_view id, title, unit, style;
  bool log = false;
  bool collapsed = false;
  std::vector<Series> series{};
};

/// Puts plots into a report; arrays of times that several curves share are there once.
class PlotWriter {
 public:
  explicit PlotWriter(ReportData& data) : data_(data) {}
  [[nodiscard]] std::string array(const std::vector<double>& values);
  /// The plots with curves, as JSON.
  [[nodiscard]] std::string json(std::vector<Plot>& plots);

 private:
  [[nodiscard]] std::string json(Plot& plot);

  ReportData& data_;
  std::vector<std::pair<std::vector<double>, std::string>> shared_;
  std::size_t arrays_ = 0;
};

/// Which groups of a recording there are: of the others nothing is shown.
struct RecordedGroups {
  bool states = true;
  bool contacts = true;
  bool constraints = true;
  bool energy = true;
  bool solver = true;
};

class Plots {
 public:
  Plots(const Model& model, const Drawing& drawing, std::size_t samples,
        RecordedGroups groups = {});
  void add(const Sample& sample);
  /// What was gathered; once, at the end.
  [[nodiscard]] std::vector<Plot> take();
  /// The arrays, and the header's `plots` and `portraits`.
  void finish(ReportData& data);

  [[nodiscard]] bool left_out_columns() const { return columns_ < all_columns_; }
  [[nodiscard]] bool left_out_contacts() const { return sums_only_; }
  /// By portrait of [draw], when it first was not finite.
  [[nodiscard]] const std::map<std::size_t, double>& broken_portraits() const {
    return broken_portraits_;
  }
  [[nodiscard]] bool is_thinned() const { return Curve(samples_).is_thinned(); }

 private:
  struct ContactCurves {
    Curve gap, normal, tangent, impulse;
    double p_before = 0;
  };
  void add_states(const Sample& sample, bool jumps);
  bool add_contacts(const Sample& sample);
  void add_sums(const Sample& sample);
  void add_rest(const Sample& sample);
  void take_contacts();

  const Model& model_;
  const Drawing& drawing_;
  DrawingPen pen_;
  std::size_t samples_;
  RecordedGroups groups_;
  std::size_t next_ = 0;     // sample
  std::size_t columns_ = 0;  // of positions that are plotted
  std::size_t all_columns_ = 0;
  std::vector<std::int32_t> q_, v_;  // entries by column
  Plot positions_, velocities_, gaps_, forces_, impulses_, joints_, energy_, solver_, residual_;
  std::map<std::string, ContactCurves> contacts_;  // by name
  Curve least_gap_, pressing_, total_;
  bool sums_only_ = false;          // there are too many contacts for a curve each
  std::vector<double> portrait_t_;  // of every so many samples: x and y belong together
  std::vector<std::pair<std::vector<double>, std::vector<double>>> portraits_;  // x, y
  std::map<std::size_t, double> broken_portraits_;
};

}  // namespace saltus
