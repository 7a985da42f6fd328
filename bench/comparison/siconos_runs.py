# SPDX-License-Identifier: Apache-2.0
"""Solvers of Siconos on one problem, each in a process of its own: some abort, some never end."""
import json
import os
import resource
import signal
import time
import warnings

import numpy
import siconos.numerics as numerics

import siconos_solvers

warnings.simplefilter("ignore")  # about the width of indices
FEWEST, MOST = 3, 30  # repetitions
LONG_RUN, LONG_ENOUGH = 1, 0.05  # s: of one that is not repeated, of all together


def _empty_interval():
    """What the clock itself adds: about 1 µs, as much as the smallest problems take."""
    return float(numpy.median([-(time.thread_time() - time.thread_time()) for _ in range(99)]))


def _made(problem, kind):
    """The problem as Siconos stores it; block-sparse where it can choose."""
    if kind == "gfc3d":
        made = numerics.GlobalFrictionContactProblem(3)
        made.numberOfContacts = len(problem.mu)
        made.M, made.H = problem.M, problem.H
        made.q, made.b, made.mu = problem.f, problem.w, problem.mu
        return made
    if kind.endswith("-dense"):
        W = numpy.asfortranarray(problem.W.toarray())
    else:
        W = numerics.SBM_from_csparse(problem.dim, problem.W)[1]
    return numerics.FrictionContactProblem(problem.dim, W, problem.q, problem.mu)


def _solve(problem, solver, tolerance):
    """Seconds of the driver alone, its return value, and p."""
    made, options = _made(problem, solver.kind), solver.options(tolerance)
    p, u = numpy.zeros(len(problem.q)), numpy.zeros(len(problem.q))
    begin = time.thread_time()  # that of the process comes in ticks while its timer runs
    if solver.kind == "gfc3d":
        info = numerics.gfc3d_driver(made, p, u, numpy.zeros(len(problem.f)), options)
    elif solver.kind == "fc3d":
        info = numerics.fc3d_driver(made, p, u, options)
    else:
        info = numerics.fc2d_driver(made, p, u, options)
    return time.thread_time() - begin, int(info), p


def _measure(problem, solver, tolerance, goal, seconds):
    times, error, clock = [], None, _empty_interval()
    while len(times) < MOST and (len(times) < FEWEST or sum(times) < LONG_ENOUGH):
        signal.setitimer(signal.ITIMER_PROF, seconds)  # ends the process
        took, info, p = _solve(problem, solver, tolerance)
        signal.setitimer(signal.ITIMER_PROF, 0)
        times.append(max(took - clock, 1e-7))
        error = float(problem.error(p)) if error is None else error
        if took > LONG_RUN or error > goal:
            break
    reduction = 0 if solver.kind == "gfc3d" else problem.reduction
    return {"seconds": float(numpy.median(times)) + reduction, "info": info, "error": error}


def run(problem, solver, tolerance, goal, seconds):
    """{"seconds", "info", "error"}, or {"died": why}."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        answer = {}
        try:
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 1)
            os.dup2(nothing, 2)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            signal.alarm(int(30 * seconds) + 30)  # one that waits for ever
            answer = _measure(problem, solver, tolerance, goal, seconds)
        except BaseException as error:
            answer = {"died": str(error).split("\n")[0][:80]}
        finally:
            os.write(writing, json.dumps(answer).encode())
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        text = pipe.read()
    status = os.waitpid(child, 0)[1]
    if text:
        return json.loads(text)
    if not os.WIFSIGNALED(status):
        return {"died": f"exit {os.WEXITSTATUS(status)}"}
    killer = os.WTERMSIG(status)
    return {"died": "time" if killer in (signal.SIGPROF, signal.SIGALRM) else signal.Signals(killer).name}


def runs(problem, goal, seconds):
    """Every solver; a solver gets no more time than the best so far took, for it could not be better."""
    best = seconds
    for solver in siconos_solvers.of(problem):
        tolerance = goal
        for _ in range(4):
            answer = run(problem, solver, tolerance, goal, max(0.1, min(seconds, 1.5 * best)))
            answer.update(solver=solver.name, tolerance=tolerance)
            answer["solved"] = answer.get("error", numpy.inf) <= goal and answer["seconds"] <= seconds
            yield answer
            if answer["solved"]:
                best = min(best, answer["seconds"])
            if answer["solved"] or answer.get("info", 1) != 0 or answer["error"] <= goal:
                break
            # Siconos measures by other norms: what it calls solved is not yet.
            tolerance = max(1e-15, tolerance * min(0.3, 0.5 * goal / answer["error"]))
