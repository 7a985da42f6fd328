# SPDX-License-Identifier: Apache-2.0
"""The solvers of Siconos that the comparison tries: name, number, and what is set beside the defaults."""
import siconos.numerics as numerics

UNBOUNDED = 2**31 - 1  # the clock ends it
NEWTON_STEPS = 2000

# places in iparam and dparam
ERROR_EVALUATION = numerics.SICONOS_FRICTION_3D_IPARAM_ERROR_EVALUATION
FORMULATION = numerics.SICONOS_FRICTION_3D_NSN_FORMULATION
LINE_SEARCH = numerics.SICONOS_FRICTION_3D_NSN_LINESEARCH
LINEAR_SOLVER = numerics.SICONOS_FRICTION_3D_NSN_LINEAR_SOLVER
HYBRID = numerics.SICONOS_FRICTION_3D_NSN_HYBRID_STRATEGY
PROXIMAL_STRATEGY = numerics.SICONOS_FRICTION_3D_PROXIMAL_IPARAM_STRATEGY
PROXIMAL_ALPHA = numerics.SICONOS_FRICTION_3D_PROXIMAL_DPARAM_ALPHA
RHO_STRATEGY = numerics.SICONOS_FRICTION_3D_ADMM_IPARAM_RHO_STRATEGY
INITIAL_RHO = numerics.SICONOS_FRICTION_3D_ADMM_IPARAM_INITIAL_RHO

LIGHT = {ERROR_EVALUATION: numerics.SICONOS_FRICTION_3D_NSGS_ERROR_EVALUATION_LIGHT}
LU = {LINEAR_SOLVER: numerics.SICONOS_FRICTION_3D_NSN_USE_CSLUSOL}
MUMPS = {LINEAR_SOLVER: numerics.SICONOS_FRICTION_3D_NSN_USE_MUMPS}
AC_NO_SEARCH = {FORMULATION: 0, LINE_SEARCH: numerics.SICONOS_FRICTION_3D_NSN_LINESEARCH_NO}
JM_NO_SEARCH = {FORMULATION: 1, LINE_SEARCH: numerics.SICONOS_FRICTION_3D_NSN_LINESEARCH_NO}
REGULARIZATION = {PROXIMAL_STRATEGY: numerics.SICONOS_FRICTION_3D_PROXIMAL_REGULARIZATION}
BALANCED = {RHO_STRATEGY: numerics.SICONOS_FRICTION_3D_ADMM_RHO_STRATEGY_RESIDUAL_BALANCING}
SCALED = {RHO_STRATEGY: numerics.SICONOS_FRICTION_3D_ADMM_RHO_STRATEGY_SCALED_RESIDUAL_BALANCING}
CONSTANT = {RHO_STRATEGY: numerics.SICONOS_FRICTION_3D_ADMM_RHO_STRATEGY_CONSTANT}
NORM = {INITIAL_RHO: numerics.SICONOS_FRICTION_3D_ADMM_INITIAL_RHO_NORM_INF}


class Solver:
    """`kind` is the driver: fc2d, fc2d-dense (W as a full matrix), fc3d, gfc3d."""

    def __init__(self, name, number, kind, iterations=UNBOUNDED, iparam=None, dparam=None, inner=None,
                 inner_iparam=None):
        self.name, self.kind, self.iterations = name, kind, iterations
        self.number = getattr(numerics, "SICONOS_" + number)
        self.inner = getattr(numerics, "SICONOS_FRICTION_3D_" + inner) if inner else None
        self.iparam, self.dparam, self.inner_iparam = iparam or {}, dparam or {}, inner_iparam or {}

    def options(self, tolerance):
        options = numerics.SolverOptions(self.number)
        options.dparam[numerics.SICONOS_DPARAM_TOL] = tolerance
        if self.iterations:
            options.iparam[numerics.SICONOS_IPARAM_MAX_ITER] = self.iterations
        if self.inner is not None:
            numerics.solver_options_update_internal(options, 0, self.inner)
        for key, value in self.iparam.items():
            options.iparam[key] = value
        for key, value in self.dparam.items():
            options.dparam[key] = value
        if self.inner_iparam:
            inner = numerics.solver_options_get_internal_solver(options, 0)
            for key, value in self.inner_iparam.items():
                inner.iparam[key] = value
        return options


def _nsgs():
    def nsgs(label, **settings):
        return Solver("NSGS" + label, "FRICTION_3D_NSGS", "fc3d", **settings)

    return [nsgs(""), nsgs("(light)", iparam=LIGHT),
            nsgs("(newton)", inner="ONECONTACT_NSN"),
            nsgs("(newton-gp)", inner="ONECONTACT_NSN_GP"),
            nsgs("(light,newton-gp)", inner="ONECONTACT_NSN_GP", iparam=LIGHT),
            nsgs("(quartic-nu)", inner="ONECONTACT_QUARTIC_NU"),
            nsgs("(light,quartic-nu)", inner="ONECONTACT_QUARTIC_NU", iparam=LIGHT),
            nsgs("(projection)", inner="ONECONTACT_ProjectionOnConeWithLocalIteration")]


def _proximal():
    def prox(label, **settings):
        return Solver("PROX" + label, "FRICTION_3D_PROX", "fc3d", **settings)

    no_search = {**LU, **AC_NO_SEARCH}
    return [prox("(lu,regularization)", iparam=REGULARIZATION, inner_iparam=LU),
            prox("(lu,regularization,no-search)", iparam=REGULARIZATION, inner_iparam=no_search),
            prox("(lu,regularization,no-search,alpha 1)", iparam=REGULARIZATION, dparam={PROXIMAL_ALPHA: 1.0},
                 inner_iparam=no_search),
            prox("(lu,regularization,no-search,alpha 100)", iparam=REGULARIZATION, dparam={PROXIMAL_ALPHA: 100.0},
                 inner_iparam=no_search),
            prox("(lu,no-search)", inner_iparam=no_search),
            prox("(lu)", inner_iparam=LU), prox(""),
            prox("(nsgs)", inner="NSGS", inner_iparam={numerics.SICONOS_IPARAM_MAX_ITER: 10000})]


def _newton():
    def newton(name, number, settings):
        return Solver(name, "FRICTION_3D_" + number, "fc3d", NEWTON_STEPS, settings)

    hybrid = {**LU, HYBRID: numerics.SICONOS_FRICTION_3D_NSN_HYBRID_STRATEGY_VI_EG_NSN,
              numerics.SICONOS_FRICTION_3D_NSN_HYBRID_MAX_LOOP: 1,
              numerics.SICONOS_FRICTION_3D_NSN_HYBRID_MAX_ITER: 100}
    return [newton("NSN_AC(hybrid)", "NSN_AC", hybrid), newton("NSN_AC(lu)", "NSN_AC", LU),
            newton("NSN_AC(lu,no-search)", "NSN_AC", {**LU, **AC_NO_SEARCH}),
            newton("NSN_AC(lu,jm,no-search)", "NSN_AC", {**LU, **JM_NO_SEARCH}),
            newton("NSN_AC(mumps)", "NSN_AC", MUMPS),
            newton("NSN_FB(lu)", "NSN_FB", LU), newton("NSN_NM(lu)", "NSN_NM", LU)]


def _admm(prefix, number, kind):
    return [Solver(f"{prefix}({label})", number, kind, iparam=settings)
            for label, settings in (("balanced", BALANCED), ("scaled", SCALED), ("constant", CONSTANT),
                                    ("balanced,norm", {**BALANCED, **NORM}), ("constant,norm", {**CONSTANT, **NORM}))]


def _local_3d():
    return (_proximal() + _newton() + _admm("ADMM", "FRICTION_3D_ADMM", "fc3d") + _nsgs()
            + [Solver(name, "FRICTION_3D_" + name, "fc3d") for name in ("VI_EG", "VI_FPP", "DSFP", "TFP", "ACLMFP")])


def _local_2d():
    return [Solver("NSGS", "FRICTION_2D_NSGS", "fc2d"), Solver("NSGS(light)", "FRICTION_2D_NSGS", "fc2d", iparam=LIGHT),
            Solver("NSGS(dense)", "FRICTION_2D_NSGS", "fc2d-dense"), Solver("CPG", "FRICTION_2D_CPG", "fc2d-dense"),
            Solver("LEMKE", "FRICTION_2D_LEMKE", "fc2d-dense", None),
            Solver("ENUM", "FRICTION_2D_ENUM", "fc2d-dense", None)]


def _global_3d():
    return (_admm("G-ADMM", "GLOBAL_FRICTION_3D_ADMM", "gfc3d")
            + [Solver("G-NSN_AC(lu)", "GLOBAL_FRICTION_3D_NSN_AC", "gfc3d", NEWTON_STEPS, LU),
               Solver("G-NSN_AC(mumps)", "GLOBAL_FRICTION_3D_NSN_AC", "gfc3d", NEWTON_STEPS, MUMPS),
               Solver("G-IPM", "GLOBAL_FRICTION_3D_IPM", "gfc3d", 1000),
               Solver("G-NSGS_WR", "GLOBAL_FRICTION_3D_NSGS_WR", "gfc3d"),
               Solver("G-ACLMFP", "GLOBAL_FRICTION_3D_ACLMFP", "gfc3d")])


def of(problem):
    """All that can be applied, first those that solve hard problems; a global one is also solved in its local form."""
    if problem.dim == 2:
        return _local_2d()
    return (_global_3d() if problem.is_global else []) + _local_3d()
