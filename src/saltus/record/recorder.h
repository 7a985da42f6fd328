// SPDX-License-Identifier: Apache-2.0
// What a run hands out, at every accepted state or when it is asked to, and who may take it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "saltus/laws/status.h"
#include "saltus/model/event.h"
#include "saltus/model/model.h"

namespace saltus {

struct ContactSample {
  double gap = 0;
  double un = 0;
  double ut = 0;
  double ut_2 = 0;
  double pn = 0;
  double pt = 0;
  double pt_2 = 0;
  ContactStatus status = ContactStatus::open;
  std::string name;  // of a point between shapes; of others the model has it

  // Of a point between shapes, in world axes, z = 0 in the plane; of others NaN.
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();
  std::array<double, 3> point{none, none, none};    // the middle of the gap
  std::array<double, 3> impulse{none, none, none};  // p_N n + p_T t on the first body
};

struct JointSample {
  double position_error = 0;
  double velocity_error = 0;
  double impulse = 0;
};

/// Sums from the start, in J. balance = total − total(0) − all works: the scheme's own energy
/// error.
struct EnergySample {
  double kinetic = 0;
  double potential = 0;
  double total = 0;
  double work_external = 0;
  double work_damping = 0;
  double work_contact = 0;
  double balance = 0;
};

/// Of the steps that were accepted since the sample before: sums, and the largest.
struct StepSums {
  std::int32_t steps = 0;
  std::int32_t newton = 0;
  std::int32_t projection = 0;
  std::int32_t activation = 0;
  std::int32_t solves = 0;
  std::int32_t iterations = 0;
  std::int32_t rejected = 0;
  std::int32_t active = 0;  // the largest
  double residual = 0;      // the largest
  double shortest = 0;      // s
  double longest = 0;
};

struct Sample {
  std::int64_t step = 0;
  State state;
  std::vector<ContactSample> contacts;  // by contact
  std::vector<JointSample> joints;      // by joint row
  EnergySample energy;
  StepSums solver;
};

/// Takes samples in the order of time, and the events of each step before the sample of its end.
/// May throw FileError.
class Recorder {
 public:
  Recorder() = default;
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;
  Recorder(Recorder&&) = delete;
  Recorder& operator=(Recorder&&) = delete;
  virtual ~Recorder() = default;
  virtual void record(const Sample& sample) = 0;
  virtual void note(const Event& /*event*/) {}
  /// All that the run goes on from, at this point of the samples: it can be resumed here.
  virtual void checkpoint(std::span<const char> /*state*/) {}
  virtual void finish() {}
};

/// Keeps every sample and event; for tests and studies.
class MemoryRecorder final : public Recorder {
 public:
  void record(const Sample& sample) override { samples.push_back(sample); }
  void note(const Event& event) override { events.push_back(event); }
  std::vector<Sample> samples;
  std::vector<Event> events;
};

}  // namespace saltus
