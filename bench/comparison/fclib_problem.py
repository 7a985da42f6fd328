# SPDX-License-Identifier: Apache-2.0
"""An FCLib file as matrices, its local form, and the two residuals of a reaction, in numpy alone."""
import os
import time

import h5py
import numpy
import scipy.sparse
from scipy.sparse.csgraph import connected_components


def _matrix(group):
    rows, columns, nz = (int(group[key][0]) for key in ("m", "n", "nz"))
    i, p, x = group["i"][:], group["p"][:], group["x"][:]
    if nz == -1:
        return scipy.sparse.csc_matrix((x[: p[columns]], i[: p[columns]], p[: columns + 1]), (rows, columns))
    if nz == -2:
        return scipy.sparse.csr_matrix((x[: p[rows]], i[: p[rows]], p[: rows + 1]), (rows, columns)).tocsc()
    return scipy.sparse.coo_matrix((x[:nz], (i[:nz], p[:nz])), (rows, columns)).tocsc()


def _inverse(M):
    """Of a block-diagonal matrix, block by block: the bodies."""
    count, label = connected_components(M, directed=False)
    order = numpy.argsort(label, kind="stable")
    start = numpy.searchsorted(label[order], numpy.arange(count + 1))
    size = numpy.diff(start)
    place = numpy.empty(len(order), dtype=int)
    place[order] = numpy.arange(len(order)) - numpy.repeat(start[:-1], size)
    M = M.tocoo()
    inverse = []
    for n in numpy.unique(size):
        blocks = numpy.flatnonzero(size == n)
        number = numpy.full(count, -1)
        number[blocks] = numpy.arange(len(blocks))
        mine = number[label[M.row]] >= 0
        dense = numpy.zeros((len(blocks), n, n))
        numpy.add.at(dense, (number[label[M.row[mine]]], place[M.row[mine]], place[M.col[mine]]), M.data[mine])
        rows = order[start[blocks][:, None] + numpy.arange(n)]
        row = numpy.repeat(rows, n, axis=1).ravel()
        column = numpy.tile(rows, (1, n)).ravel()
        inverse.append((numpy.linalg.inv(dense).ravel(), row, column))
    data, row, column = (numpy.concatenate(part) for part in zip(*inverse))
    return scipy.sparse.csr_matrix((data, (row, column)), M.shape)


def reactions(path):
    """r of a solution that was written."""
    with h5py.File(path, "r") as file:
        return file["solution/r"][:].astype(float)


class Problem:
    """u = W p + q; a global problem keeps M, H, f, w too, and the time that its reduction took."""

    def __init__(self, path):
        self.name = os.path.basename(path)
        with h5py.File(path, "r") as file:
            kind = "fclib_local" if "fclib_local" in file else "fclib_global"
            root = file[kind]
            if "G" in root or "V" in root:
                raise ValueError("equality rows, which the drivers of Siconos do not take")
            self.dim = int(root["spacedim"][0])
            vectors = root["vectors"]
            self.mu = vectors["mu"][:].astype(float)
            self.is_global = kind == "fclib_global"
            self.reduction = 0.0
            if self.is_global:
                self.M, self.H = _matrix(root["M"]), _matrix(root["H"])
                self.f, self.w = vectors["f"][:].astype(float), vectors["w"][:].astype(float)
            else:
                self.W, self.q = _matrix(root["W"]), vectors["q"][:].astype(float)
        if self.is_global:
            times = []
            for _ in range(5):
                begin = time.thread_time()
                self._reduce()
                times.append(time.thread_time() - begin)
            self.reduction = float(numpy.median(times))
        self.W.sum_duplicates()
        self.mean_diagonal = self.W.diagonal().reshape(-1, self.dim).mean(axis=1)

    def _reduce(self):
        inverse = _inverse(self.M)
        self.W = (self.H.T @ (inverse @ self.H)).tocsc()
        self.q = self.H.T @ (inverse @ self.f) + self.w

    def _map(self, p, rho):
        """p − P_K(p − ρ û), contact by contact."""
        p = p.reshape(-1, self.dim)
        u = (self.W @ p.ravel() + self.q).reshape(-1, self.dim)
        u_hat = u.copy()
        u_hat[:, 0] += self.mu * numpy.linalg.norm(u[:, 1:], axis=1)
        z = p - rho[:, None] * u_hat
        normal, tangent = z[:, 0], numpy.linalg.norm(z[:, 1:], axis=1)
        new = (self.mu * tangent + normal) / (1 + self.mu**2)
        projected = numpy.empty_like(z)
        projected[:, 0] = new
        projected[:, 1:] = z[:, 1:] * (self.mu * new / numpy.where(tangent > 0, tangent, 1))[:, None]
        inside, polar = tangent <= self.mu * normal, self.mu * tangent <= -normal
        projected[inside] = z[inside]
        projected[polar] = 0
        return p - projected

    def err_q(self, p):
        if not numpy.all(numpy.isfinite(p)):
            return numpy.inf
        q = numpy.linalg.norm(self.q)
        return numpy.linalg.norm(self._map(p, numpy.ones(len(self.mu)))) / (q if q > 2.2e-16 else 1)

    def nat_scaled(self, p):
        if not numpy.all(numpy.isfinite(p)):
            return numpy.inf
        rho = 1 / self.mean_diagonal
        energy = lambda x: numpy.sqrt((x.reshape(-1, self.dim) ** 2 / rho[:, None]).sum())
        b = energy(numpy.repeat(rho, self.dim) * self.q)
        scale = max(b, min(energy(p), 1e4 * b))
        return energy(self._map(p, rho)) / (scale if scale > 0 else 1)

    def error(self, p):
        """err_q, or nat_scaled where q is round-off only and nothing is to be divided by it."""
        return self.nat_scaled(p) if self.by_nat_scaled() else self.err_q(p)

    def by_nat_scaled(self):
        return numpy.linalg.norm(self.q) < 1e-12
