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
      : start_(start.kinetic + start.potential), drive_(start.drive) {
    sample_ = {start.kinetic, start.potential, start_, 0, 0, 0, 0};
  }

  /// False, and nothing entered, where a sum would not be finite.
  [[nodiscard, gnu::always_inline]] bool enter(const Energy& now, const StepReport& report,
                                               Certificate& certificate) {
    const EnergySample next = after(now, report);
    if (!std::isfinite(next.balance)) return false;
    certificate.max_energy_increase = std::max(certificate.max_energy_increase,
                                               next.total - sample_.total - external(now, report));
    certificate.energy_balance_error =
        std::max(certificate.energy_balance_error, std::abs(next.balance));
    sample_ = next;
    drive_ = now.drive;
    return true;
  }

  /// What it would say after a step, or a part of one, to where the energy is `now`.
  [[nodiscard, gnu::always_inline]] EnergySample after(const Energy& now,
                                                       const StepReport& report) const {
    EnergySample next{now.kinetic,
                      now.potential,
                      now.kinetic + now.potential,
                      sample_.work_external + external(now, report),
                      sample_.work_damping + report.work_damping,
                      sample_.work_contact + report.work_contact,
                      0};
    next.balance = next.total - start_ - next.work_external - next.work_damping - next.work_contact;
    return next;
  }

  [[nodiscard]] const EnergySample& sample() const { return sample_; }

  /// All of it, to a checkpoint or back.
  template <class A>
  void pass_on(A& archive) {
    EnergySample& s = sample_;
    archive(start_, drive_, s.kinetic, s.potential, s.total, s.work_external, s.work_damping,
            s.work_contact, s.balance);
  }

 private:
  [[nodiscard]] double external(const Energy& now, const StepReport& report) const {
    return report.work_external + (now.drive - drive_);
  }

  double start_;
  double drive_;
  EnergySample sample_;
};

}  // namespace saltus
