# SPDX-License-Identifier: Apache-2.0
"""The table of bench/siconos: the best solver of Siconos beside Saltus, problem by problem."""
import argparse
import csv
import math
import os
import subprocess
import sys
import tempfile

import fclib_problem
import siconos_runs

GOAL = 1e-8
FIELDS = ["file", "contacts", "siconos", "siconos_seconds", "siconos_error",
          "saltus", "saltus_seconds", "saltus_error", "ratio"]
RUN_FIELDS = ["file", "solver", "tolerance", "seconds", "error", "info", "died", "solved"]


def saltus_run(program, path, seconds):
    """By bench/fclib's program: `auto` in its process, repeated as the solvers of Siconos. None: not read."""
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.abspath(path), os.path.join(folder, os.path.basename(path)))
        done = subprocess.run([program, folder, "--solvers", "auto", "--tolerances", str(GOAL),
                               "--seconds", str(seconds), "-o", folder], check=False, stdout=subprocess.DEVNULL)
        if done.returncode != 0:
            return None
        with open(os.path.join(folder, "runs.csv"), newline="") as file:
            return next(csv.DictReader(file))


def saltus_error(saltus, problem, path):
    """Of the reactions that `saltus solve` writes, by the same numpy function as those of Siconos."""
    with tempfile.TemporaryDirectory() as output:
        solution = os.path.join(output, "solution.hdf5")
        subprocess.run([saltus, "solve", path, "--tol", str(GOAL), "-o", solution, "--quiet"], check=False)
        return problem.error(fclib_problem.reactions(solution)) if os.path.exists(solution) else math.inf


def compare(path, arguments, log):
    row = saltus_run(arguments.program, path, arguments.seconds)
    if row is None:
        raise ValueError("not read")
    problem = fclib_problem.Problem(path)
    best = None
    for answer in siconos_runs.runs(problem, GOAL, arguments.seconds):
        log.writerow({"file": problem.name, **answer})
        if answer["solved"] and (best is None or answer["seconds"] < best["seconds"]):
            best = answer
    result = {"file": problem.name, "contacts": len(problem.mu)}
    if best:
        result.update(siconos=best["solver"], siconos_seconds=best["seconds"], siconos_error=best["error"])
    error = saltus_error(arguments.saltus, problem, path)
    if row["solved"] == "true" and error <= GOAL:
        result.update(saltus=row["used"], saltus_error=error,
                      saltus_seconds=float(row["seconds"]) + float(row["reduction"]))
    if "siconos" in result and "saltus" in result:
        result["ratio"] = result["saltus_seconds"] / result["siconos_seconds"]
    return result


def number(result, key):
    return f"{result[key]:.3g}" if key in result else "-"


def line(file, contacts, siconos, siconos_seconds, saltus, saltus_seconds, ratio):
    return f"{file[:42]:42} {contacts:>8}  {siconos[:38]:38} {siconos_seconds:>9}  {saltus:14} {saltus_seconds:>9} {ratio:>7}"


def line_of(result):
    return line(result["file"], result["contacts"], result.get("siconos", "-"), number(result, "siconos_seconds"),
                result.get("saltus", "-"), number(result, "saltus_seconds"), number(result, "ratio"))


def closing(results):
    both = [r["ratio"] for r in results if "ratio" in r]
    siconos, saltus = (sum(name in r for r in results) for name in ("siconos", "saltus"))
    text = f"\nsolved to {GOAL:g} of {len(results)}: Siconos {siconos} (the best of its solvers for each), Saltus {saltus}"
    if both:
        mean = math.exp(sum(map(math.log, both)) / len(both))
        text += f"\nSaltus / Siconos, geometric mean over {len(both)} that both solve: {mean:.3f}"
    return text


def main():
    parser = argparse.ArgumentParser(prog="bench/siconos", description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", help="with FCLib problems, *.hdf5")
    parser.add_argument("-o", "--output", default="results/siconos", help="folder for the two CSV files")
    parser.add_argument("--seconds", type=float, default=10, help="for one solve (default: 10)")
    parser.add_argument("--saltus", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--program", required=True, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    files = sorted(name for name in os.listdir(arguments.folder) if name.endswith(".hdf5"))
    os.makedirs(arguments.output, exist_ok=True)
    results = []
    print(line(f"to {GOAL:g}", "contacts", "Siconos", "seconds", "Saltus", "seconds", "ratio"))
    with open(os.path.join(arguments.output, "siconos_runs.csv"), "w", newline="") as file, \
            open(os.path.join(arguments.output, "comparison.csv"), "w", newline="") as table:
        log, sheet = csv.DictWriter(file, RUN_FIELDS), csv.DictWriter(table, FIELDS)
        log.writeheader()
        sheet.writeheader()
        for name in files:
            try:
                results.append(compare(os.path.join(arguments.folder, name), arguments, log))
            except ValueError as error:
                print(f"left out: {name}: {error}", file=sys.stderr)
                continue
            sheet.writerow(results[-1])
            table.flush()
            print(line_of(results[-1]), flush=True)
    print(closing(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
