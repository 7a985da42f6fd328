// SPDX-License-Identifier: Apache-2.0
// The types of a report's header, as FORMAT.md defines them.

export type Vec3 = [number, number, number];
export type Quat = [number, number, number, number]; // w, x, y, z

export interface ArraySpec {
  type: 'f64' | 'f32' | 'u32' | 'u16' | 'i16' | 'u8';
  offset: number;
  shape: number[];
  delta?: boolean;
}

export interface PlotSeries {
  name: string;
  t: string;
  y: string;
  rate?: string;
}

export type PlotStyle = 'line' | 'jumps' | 'steps';

export interface Plot {
  id: string;
  title: string;
  unit: string;
  style: PlotStyle;
  log?: boolean;
  collapsed?: boolean;
  series: PlotSeries[];
}

export interface Portrait {
  title: string;
  x_label: string;
  y_label: string;
  equal?: boolean;
  series: { name: string; t: string; x: string; y: string }[];
}

export type Verdict = 'green' | 'amber' | 'red' | 'none';

export interface Check {
  label: string;
  value: number | null;
  unit?: string;
  limit?: number | null;
  verdict: Verdict;
  hint?: string;
}

export interface Warning {
  t: number | null;
  level: 'note' | 'amber' | 'red';
  text: string;
}

export interface Failure {
  time: number | null;
  where: string;
  what: string;
  advice: string;
}

export interface Shape {
  type: string;
  position?: number[];
  rotation?: Quat;
  radius?: number;
  size?: number[];
  length?: number;
  thickness?: number;
  axis?: Vec3;
  normal?: number[];
  points?: [number, number][];
  vertices?: string;
  triangles?: string;
  values?: string;
  value_label?: string;
}

export interface Body {
  name: string;
  fixed: boolean;
  shapes: Shape[];
  position?: number[];
  rotation?: Quat;
}

export interface Joint {
  name: string;
  type: string;
  body: number | null;
  at: Vec3;
}

export interface Mark {
  type: 'point' | 'line' | 'circle';
  at?: number;
  points?: number[];
  closed?: boolean;
  radius?: number;
  fixed?: boolean;
  label?: string;
  fill?: boolean;
}

export interface Scene {
  dimension: 2 | 3;
  up: Vec3;
  bounds: { min: Vec3; max: Vec3 };
  bodies?: Body[];
  position_min?: Vec3;
  position_step?: Vec3;
  joints?: Joint[];
  draw?: Mark[];
}

export interface Table {
  columns: { name: string; unit?: string }[];
  rows: (string | number | null)[][];
}

export interface LogLog {
  title: string;
  x_label: string;
  y_label: string;
  series: { name: string; x: (number | null)[]; y: (number | null)[]; slope?: number | null }[];
}

export interface Header {
  format: number;
  kind: 'run' | 'compare' | 'converge';
  title: string;
  model: string;
  version: string;
  command: string;
  model_text: string;
  options: [string, string][];
  notes: string[];
  arrays: Record<string, ArraySpec>;
  plots: Plot[];
  portraits?: Portrait[];
  certificate?: Record<string, unknown>;
  checks?: Check[];
  failure?: Failure;
  warnings?: Warning[];
  scene?: Scene;
  table?: Table;
  loglog?: LogLog[];
}
