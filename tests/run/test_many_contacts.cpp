// SPDX-License-Identifier: Apache-2.0
// Many contacts are assembled block by block: the same numbers as in one dense matrix.
#include <gtest/gtest.h>

#include "saltus/base/index.h"
#include "saltus/io/read_model.h"
#include "saltus/io/toml.h"
#include "saltus/model/compile.h"
#include "saltus/run/contacts.h"
#include "saltus/schemes/workspace.h"
#include "support/run_model.h"

namespace saltus::test_many_contacts {
namespace {

/// Boxes on each other, some without friction: blocks of one and of three rows.
constexpr const char* stack = R"#(
[simulation]
scheme = "moreau-jean"
step = 1e-3
end = 0.01
[world]
gravity = [0, 0, -10]
[[body]]
name = "ground"
fixed = true
shapes = [{ type = "plane", normal = [0, 0, 1] }]
[[body]]
name = "box"
type = "rigid"
density = 700
repeat = { i = [0, 7] }
position = ["0.01*sin(i)", 0, "0.1 + 0.2*i"]
angular_velocity = ["0.1*i", 0.2, -0.1]
velocity = [0.3, "0.1*i", -0.2]
shapes = [{ type = "box", size = [0.3, 0.4, 0.2] }]
groups = ["boxes"]
[[contact]]
between = ["boxes", "boxes"]
restitution = 0.2
friction = 0.4
[[contact]]
between = ["boxes", "ground"]
restitution = 0
friction = 0
)#";

TEST(ManyContacts, HaveTheEntriesOfTheDenseMatrixWhereBodiesAreSharedAndNoneElse) {
  const Model given = compile(read_model(parse_toml(stack, "stack.toml"), "stack"));
  Contacts contacts(given);
  contacts.search(initial_state(given), 1e-3);
  const Model& model = contacts.model();
  const State x = initial_state(model);
  const auto n = model.contacts.size();
  ASSERT_GE(n, 32U);

  Workspace w(model);
  motion(model, 0, x.q, x.v, w.bodies, w.force_point);
  ASSERT_TRUE(w.factor.factor_mass(model, w.force_point));
  evaluate(model, 0, x.q, w.row_tapes, w.law);
  set_velocities(model, x.v, w.law);
  const auto assembled = [&](bool sparse) {
    begin(model, w.problem);
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(n); ++i)
      add_contact(model, w.law, i, w.problem);
    w.problem.may_be_sparse = sparse;
    assemble(model, w.law, w.law, w.factor, x.v, w.problem);
    return w.problem.problem;
  };
  const OneStepProblem dense = assembled(false);
  const OneStepProblem sparse = assembled(true);
  ASSERT_FALSE(dense.is_sparse);
  ASSERT_TRUE(sparse.is_sparse);
  EXPECT_EQ(sparse.b, dense.b);

  const auto dim = at(sparse.many.W.dim);
  ASSERT_EQ(dim, 3U);
  std::size_t shared = 0;
  for (std::size_t a = 0; a < n; ++a) {
    auto k = at(sparse.many.W.start[a]);
    for (std::size_t c = 0; c < n; ++c) {
      const bool stored = k < at(sparse.many.W.start[a + 1]) && at(sparse.many.W.column[k]) == c;
      for (std::size_t i = 0; i < law_info(dense.blocks[a].law).dimension; ++i) {
        for (std::size_t j = 0; j < law_info(dense.blocks[c].law).dimension; ++j) {
          const double w_ac = dense.w(dense.blocks[a].row + static_cast<std::int32_t>(i),
                                      dense.blocks[c].row + static_cast<std::int32_t>(j));
          const double value = stored ? sparse.many.W.value[k * dim * dim + i * dim + j] : 0.0;
          EXPECT_NEAR(value, w_ac, 1e-15 * (1 + std::abs(w_ac))) << a << ' ' << c;
        }
      }
      if (stored) ++k, ++shared;
    }
    EXPECT_DOUBLE_EQ(sparse.diagonal(a), dense.diagonal(a));
  }
  EXPECT_LT(shared, n * n / 2);
}

/// States of 45 spheres that fall into a box, the bundled example.
test::Run falling_pile() {
  return test::run_example("sphere_pile",
                           {"parameters.n=3", "simulation.end=0.3", "output.every=0.05"});
}

TEST(ManyContacts, AreTheSameWhetherTheSearchRemembersOrBeginsAnew) {
  const test::Run pile = falling_pile();
  Contacts remembers(pile.model);
  for (const Sample& sample : pile.samples) {
    const State& x = sample.state;
    remembers.search(x, 2e-3);
    Contacts anew(pile.model);
    anew.search(x, 2e-3);
    const auto& a = remembers.model().candidates;
    const auto& b = anew.model().candidates;
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      EXPECT_EQ(a[i].first, b[i].first);
      EXPECT_EQ(a[i].second, b[i].second);
      EXPECT_EQ(a[i].feature, b[i].feature);
    }
  }
}

TEST(ManyContacts, KeepTheRowsThatTheyHadWhereOthersComeAndGo) {
  const test::Run pile = falling_pile();
  Contacts contacts(pile.model);
  const Model& model = contacts.model();
  contacts.search(pile.samples.front().state, 2e-3);
  std::size_t changes = 0;
  for (const Sample& sample : pile.samples) {
    const State& x = sample.state;
    RowWork work = make_row_work(model);
    ConstraintRows rows = make_rows(model);
    evaluate(model, x.t, x.q, work, rows);  // of the contacts before
    set_velocities(model, x.v, rows);
    if (contacts.search(x, 2e-3)) {
      contacts.follow(x, work, rows);
      ++changes;
    }
    ConstraintRows all = make_rows(model);
    evaluate(model, x.t, x.q, work, all);
    set_velocities(model, x.v, all);
    EXPECT_EQ(rows.data, all.data);
    EXPECT_EQ(rows.u, all.u);
  }
  EXPECT_GE(changes, 2U);
}

}  // namespace
}  // namespace saltus::test_many_contacts
