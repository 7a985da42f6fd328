// SPDX-License-Identifier: Apache-2.0
// Draws thousands of spheres as squares that face the eye; the shader finds the sphere behind every pixel.

import { DoubleSide, PlaneGeometry, ShaderMaterial, Vector3, type BufferGeometry, type PerspectiveCamera } from 'three';

const vertex = `
varying vec3 vPoint;
varying vec3 vCentre;
varying float vRadius;
varying mat3 vTurn;
varying vec3 vColour;
void main() {
  vec3 centre = (modelViewMatrix * vec4(instanceMatrix[3].xyz, 1.0)).xyz;
  float radius = length(instanceMatrix[0].xyz);
  float d = length(centre);
  vec3 ray = centre / d;
  vec3 right = normalize(cross(ray, vec3(0.0, 1.0, 0.0)));
  vec3 up = cross(right, ray);
  // Seen from near, the outline is wider than the radius.
  float reach = radius * d / sqrt(max(d * d - radius * radius, 1e-4 * d * d));
  vPoint = centre + reach * (position.x * right + position.y * up);
  vCentre = centre;
  vRadius = radius;
  vTurn = mat3(modelViewMatrix) * mat3(instanceMatrix) / radius;
  vColour = vec3(0.7);
  #ifdef USE_INSTANCING_COLOR
    vColour = instanceColor;
  #endif
  gl_Position = projectionMatrix * vec4(vPoint, 1.0);
}`;

const fragment = `
uniform vec3 light;
uniform mat4 toClip;
varying vec3 vPoint;
varying vec3 vCentre;
varying float vRadius;
varying mat3 vTurn;
varying vec3 vColour;
void main() {
  vec3 ray = normalize(vPoint);
  float b = dot(ray, vCentre);
  float inside = b * b - dot(vCentre, vCentre) + vRadius * vRadius;
  if (inside < 0.0) discard;
  vec3 hit = ray * (b - sqrt(inside));
  vec3 normal = (hit - vCentre) / vRadius;
  vec3 own = transpose(vTurn) * normal;
  float shade = own.x * own.y * own.z > 0.0 ? 0.72 : 1.0; // four octants, so that one sees it roll
  gl_FragColor = vec4(vColour * shade * (0.477 + 0.70 * max(0.0, dot(normal, light))), 1.0);
  #include <colorspace_fragment>
  vec4 clip = toClip * vec4(hit, 1.0);
  gl_FragDepth = 0.5 + 0.5 * clip.z / clip.w;
}`;

export function ballGeometry(): BufferGeometry {
  return new PlaneGeometry(2, 2);
}

export class BallMaterial extends ShaderMaterial {
  constructor() {
    super({
      vertexShader: vertex,
      fragmentShader: fragment,
      uniforms: { light: { value: new Vector3(0, 0, 1) }, toClip: { value: null } },
      side: DoubleSide,
    });
  }

  /** Before drawing: `from` is the light's place relative to what it shines on. */
  follow(camera: PerspectiveCamera, from: Vector3): void {
    (this.uniforms['light'] as { value: Vector3 }).value.copy(from).transformDirection(camera.matrixWorldInverse);
    (this.uniforms['toClip'] as { value: unknown }).value = camera.projectionMatrix;
  }
}
