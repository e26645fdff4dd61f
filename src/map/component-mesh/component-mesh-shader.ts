// The shader of the component mesh: row from the vertex number, value from a texture, colour from a ramp.
//
// One field per line in the uniform block: luma checks it line by line.
import { TEXTURE_WIDTH } from "./gpu-cache.ts";

const block = `\
layout(std140) uniform componentMeshUniforms {
  mat4 matrix;
  vec4 missingColor;
  vec4 selectColor;
  vec4 limits;
  vec2 domain;
  vec2 clip;
  float classed;
  float bySeverity;
  float byteValues;
  float valueCount;
  float masked;
  float filteredAlpha;
  float opacity;
  float pattern;
  float edge;
  float outline;
} componentMesh;
`;

export type ComponentMeshUniforms = {
  /** Plane metres to clip space. */
  readonly matrix: ArrayLike<number>;
  readonly missingColor: readonly number[];
  readonly selectColor: readonly number[];
  /** Watch, poor, act; then 0 where severity comes from the ramp, 1 higher is worse, 2 lower, 3 both. */
  readonly limits: readonly number[];
  /** Value of the first and the last ramp colour. */
  readonly domain: readonly number[];
  /** Device pixels from the left between which fragments are kept. */
  readonly clip: readonly number[];
  /** 1: the value is the ramp's index. */
  readonly classed: number;
  /** 1: the severity is the ramp's index. */
  readonly bySeverity: number;
  /** 1: the texture holds bytes. */
  readonly byteValues: number;
  /** Rows with a texel; later rows have no value. */
  readonly valueCount: number;
  readonly masked: number;
  readonly filteredAlpha: number;
  readonly opacity: number;
  /** Strength of the severity pattern, 0 to 1. */
  readonly pattern: number;
  /** Strength of the dark rim of every component, 0 to 1. */
  readonly edge: number;
  /** Width of the selection outline in device pixels. */
  readonly outline: number;
};

export const componentMeshModule = {
  name: "componentMesh",
  vs: block,
  fs: block,
  uniformTypes: {
    matrix: "mat4x4<f32>",
    missingColor: "vec4<f32>",
    selectColor: "vec4<f32>",
    limits: "vec4<f32>",
    domain: "vec2<f32>",
    clip: "vec2<f32>",
    classed: "f32",
    bySeverity: "f32",
    byteValues: "f32",
    valueCount: "f32",
    masked: "f32",
    filteredAlpha: "f32",
    opacity: "f32",
    pattern: "f32",
    edge: "f32",
    outline: "f32",
  },
} as const;

/**
 * With POLYGONS defined the row comes with the vertex, and there are no edges.
 * With PLAIN defined, for components of a few pixels, nothing but a colour goes from vertex to fragment:
 * every varying costs the software renderer a set-up per triangle.
 */
export const vertexShader = `#version 300 es
#define SHADER_NAME component-mesh-vertex

in vec2 positions;
#ifdef POLYGONS
in float rows;
#endif

uniform highp sampler2D valueTexture;
uniform highp sampler2D rampTexture;
uniform highp sampler2D maskTexture;

flat out vec4 vColor;
#ifndef PLAIN
flat out vec4 vOutline;
flat out float vSeverity;
#ifndef POLYGONS
out vec2 vCorner;
#endif
#endif

// The rule of domain/key-figure/severity.ts: the number of limits that the value has reached.
float severityOf(float value) {
  float judged = componentMesh.limits.w > 2.5 ? abs(value) : value;
  vec3 limits = componentMesh.limits.xyz;
  bool falling = componentMesh.limits.w > 1.5 && componentMesh.limits.w < 2.5;
  vec3 reached = falling ? step(vec3(judged), limits) : step(limits, vec3(judged));
  return reached.x + reached.y + reached.z;
}

// A comparison with itself may be optimised away; the bits may not.
bool isMissing(float value) {
  return (floatBitsToUint(value) & 0x7fffffffu) > 0x7f800000u;
}

void main(void) {
#ifdef POLYGONS
  int row = int(rows + 0.5);
#else
  int row = gl_VertexID >> 2;
#ifndef PLAIN
  int corner = gl_VertexID & 3;
  vCorner = vec2(corner == 1 || corner == 2 ? 1.0 : 0.0, corner >= 2 ? 1.0 : 0.0);
#endif
#endif
  ivec2 texel = ivec2(row % ${TEXTURE_WIDTH}, row / ${TEXTURE_WIDTH});

  vec4 color = componentMesh.missingColor;
  float severity = 0.0;
  if (float(row) < componentMesh.valueCount) {
    float value = texelFetch(valueTexture, texel, 0).r;
    bool missing = isMissing(value);
    if (componentMesh.byteValues > 0.5) {
      value = floor(value * 255.0 + 0.5);
      missing = value > 254.5;
    }
    if (!missing) {
      float place = value;
      if (componentMesh.bySeverity > 0.5) {
        place = severityOf(value);
      } else if (componentMesh.classed < 0.5) {
        vec2 domain = componentMesh.domain;
        float width = domain.y - domain.x;
        place = width == 0.0 ? 128.0 : floor((value - domain.x) / width * 255.0 + 0.5);
      }
      ivec2 at = ivec2(int(clamp(place, 0.0, 255.0)), 0);
      color = texelFetch(rampTexture, at, 0);
#ifndef PLAIN
      severity = componentMesh.limits.w > 0.5
        ? severityOf(value)
        : floor(texelFetch(rampTexture, at + ivec2(0, 1), 0).r * 255.0 + 0.5);
#endif
    }
  }

  vec4 outline = vec4(0.0);
  bool hidden = false;
  if (componentMesh.masked > 0.5) {
    int bits = int(texelFetch(maskTexture, texel, 0).r * 255.0 + 0.5);
    if ((bits & 1) != 0) {
      color = vec4(componentMesh.missingColor.rgb, componentMesh.filteredAlpha);
      severity = 0.0;
      hidden = componentMesh.filteredAlpha <= 0.0;
    } else if ((bits & 2) != 0) {
      outline = componentMesh.selectColor;
    }
  }

  vColor = vec4(color.rgb, color.a * componentMesh.opacity);
#ifdef PLAIN
  // Too small for an outline: a tint, which leaves the colour of the value readable.
  if (outline.a > 0.0) vColor = vec4(mix(vColor.rgb, outline.rgb, 0.35), max(vColor.a, outline.a));
#else
  vOutline = outline;
  vSeverity = severity;
#endif
  // A hidden component costs no fragment: all its corners fall on one point outside the view.
  gl_Position = hidden ? vec4(2.0, 2.0, 2.0, 1.0) : componentMesh.matrix * vec4(positions, 0.0, 1.0);
}
`;

export const fragmentShader = `#version 300 es
#define SHADER_NAME component-mesh-fragment
precision highp float;

flat in vec4 vColor;
#ifndef PLAIN
flat in vec4 vOutline;
flat in float vSeverity;
#ifndef POLYGONS
in vec2 vCorner;
#endif
#endif

out vec4 fragColor;

void main(void) {
  if (gl_FragCoord.x < componentMesh.clip.x || gl_FragCoord.x >= componentMesh.clip.y) discard;
  vec4 color = vColor;

#ifndef PLAIN
  // Patterns, so that severity does not depend on colour alone: dots, stripes, crosshatch (severityCues).
  if (componentMesh.pattern > 0.0 && vSeverity > 0.5) {
    float rising = mod(gl_FragCoord.x + gl_FragCoord.y, 8.0);
    float falling = mod(gl_FragCoord.x - gl_FragCoord.y, 8.0);
    bool mark = vSeverity < 1.5 ? rising < 1.5 && falling < 1.5 : rising < 1.5;
    if (vSeverity > 2.5) mark = mark || falling < 1.5;
    // "Watch" is not an alarm, so its dots are faint.
    float ink = vSeverity < 1.5 ? 0.22 : 0.5;
    if (mark) color.rgb = mix(color.rgb, vec3(0.0), ink * componentMesh.pattern);
  }

#ifdef POLYGONS
  if (vOutline.a > 0.0) color = vec4(mix(color.rgb, vOutline.rgb, 0.35), max(color.a, vOutline.a));
#else
  if (componentMesh.edge > 0.0 || vOutline.a > 0.0) {
    vec2 inside = min(vCorner, 1.0 - vCorner) / max(fwidth(vCorner), vec2(1e-6));
    float distance = min(inside.x, inside.y);
    if (vOutline.a > 0.0 && distance < componentMesh.outline) {
      color = vOutline;
    } else if (distance < 1.0) {
      color.rgb *= 1.0 - 0.45 * componentMesh.edge;
    }
  }
#endif
#endif
  fragColor = color;
}
`;
