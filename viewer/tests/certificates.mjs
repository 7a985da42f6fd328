// SPDX-License-Identifier: Apache-2.0
// Certificates and rotations that the synthetic runs share.

export const checks = [
  { label: 'penetration', value: 5.09e-6, unit: 'm', limit: 1e-4, verdict: 'green', hint: 'largest overlap of two shapes' },
  { label: 'joint error', value: 3.2e-13, unit: 'm', limit: 1e-9, verdict: 'green', hint: 'largest error of a joint equation' },
  {
    label: 'law residual',
    value: 4.7e-7,
    unit: 'm/s',
    limit: 1e-8,
    verdict: 'amber',
    hint: 'the laws of contact do not hold to the tolerance at the end of some steps; a smaller step or law_at = "end" helps',
  },
  { label: 'energy increase', value: 2.1e-8, unit: 'J', limit: 1e-6, verdict: 'green', hint: 'in one step' },
  {
    label: 'energy balance error',
    value: 0.0218,
    unit: 'J',
    limit: 0.01,
    verdict: 'red',
    hint: 'energy is lost or made by the scheme; take a smaller step',
  },
  { label: 'impacts', value: 126, unit: '', limit: null, verdict: 'none', hint: 'contacts that closed' },
  { label: 'solver iterations', value: 0.97, unit: 'per step', limit: null, verdict: 'none', hint: 'mean' },
];

export const certificate = (more) => ({
  status: 'ok',
  scheme: 'moreau-jean',
  step: 1e-3,
  steps: 2000,
  end_time: 2,
  wall_seconds: 0.0245,
  ...more,
});

export const quaternion = (angle) => [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)].map((v) => Math.round(32767 * v));
