// SPDX-License-Identifier: Apache-2.0
// The energy ledger: what is there, and who put it in.
#pragma once

#include <algorithm>
#include <cmath>

#include "saltus/model/dynamics.h"
#include "saltus/record/recorder.h"
#include "saltus/run/certificate.h"
#include "saltus/schemes/report.h"

namespace saltus {

class Ledger {
 public:
  explicit Ledger(const Energy& start)
      : start_(start.kinetic + start.potential), total_(start_), drive_(start.drive) {
    sample_ = {start.kinetic, start.potential, start_, 0, 0, 0, 0};
  }

  /// False, and nothing entered, where a sum would not be finite.
  [[nodiscard]] bool enter(const Energy& now, const StepReport& report, Certificate& certificate) {
    const double total = now.kinetic + now.potential;
    const double external = report.work_external + (now.drive - drive_);
    const double balance = total - start_ - (sample_.work_external + external) -
                           (sample_.work_damping + report.work_damping) -
                           (sample_.work_contact + report.work_contact);
    if (!std::isfinite(balance)) return false;
    sample_.kinetic = now.kinetic;
    sample_.potential = now.potential;
    sample_.total = total;
    sample_.work_external += external;
    sample_.work_damping += report.work_damping;
    sample_.work_contact += report.work_contact;
    sample_.balance = balance;
    certificate.max_energy_increase =
        std::max(certificate.max_energy_increase, total - total_ - external);
    certificate.energy_balance_error =
        std::max(certificate.energy_balance_error, std::abs(sample_.balance));
    total_ = total;
    drive_ = now.drive;
    return true;
  }

  [[nodiscard]] const EnergySample& sample() const { return sample_; }

 private:
  double start_;
  double total_;
  double drive_;
  EnergySample sample_;
};

}  // namespace saltus
