// The shaders of the solids: the colour of a component is found as on the map, from its value and the legend's ramp.
import { TEXTURE_WIDTH } from "../../component-mesh/gpu-cache.ts";

/** The most white in the colour of a module whose glass mirrors the sun: within 8 of the legend's colour (CIEDE2000). */
export const GLASS_SHINE = 0.08;

/** Attributes by location. */
export const attributeLocations = {
  position: 0,
  normal: 1,
  owner: 2,
  centres: 3,
  edge: 4,
} as const;

export const vertexSource = `
in vec3 position;
in vec3 normal;
in vec2 owner;
in vec4 centres;
in vec2 edge;

uniform highp sampler2D u_values;
uniform highp sampler2D u_ramp;
uniform highp sampler2D u_mask;
uniform vec4 u_missing;
uniform vec4 u_select;
uniform vec4 u_ground;
uniform vec4 u_limits;
uniform vec2 u_domain;
uniform vec3 u_eye;
uniform float u_base;
uniform vec3 u_sun;
uniform vec2 u_reach;
uniform float u_by;
uniform float u_bytes;
uniform float u_count;
uniform float u_masked;
uniform float u_hides;
uniform float u_pattern;
uniform float u_pixel;
uniform float u_tube;
uniform float u_opacity;
uniform float u_cells;

flat out vec3 v_color;
flat out float v_severity;
// Red, green, blue, and 1 for a rim, 2 for ends; 0 for neither.
flat out vec4 v_rim;
out vec2 v_edge;
// From the eye, in metres: small numbers have fine differences.
out vec3 v_place;
// 1 for the face of a module that is near enough to show its cells.
flat out float v_cells;
flat out vec3 v_normal;

// Metres of a pixel from which on cells are not drawn: a quarter of a cell.
const float CELL_PIXEL = 0.045;
// Metres of a pixel from which on a torque tube is not drawn: through the gaps of a table it would be dots.
const float TORQUE_PIXEL = 0.03;

// The rule of domain/key-figure/severity.ts: the number of limits that the value has reached.
float severityOf(float value) {
  float judged = u_limits.w > 2.5 ? abs(value) : value;
  bool falling = u_limits.w > 1.5 && u_limits.w < 2.5;
  vec3 reached = falling ? step(vec3(judged), u_limits.xyz) : step(u_limits.xyz, vec3(judged));
  return reached.x + reached.y + reached.z;
}

// A comparison with itself may be optimised away; the bits may not.
bool isMissing(float value) {
  return (floatBitsToUint(value) & 0x7fffffffu) > 0x7f800000u;
}

void main() {
  int row = int(owner.x + 0.5);
  int part = int(owner.y + 0.5);
  ivec2 texel = ivec2(row % ${TEXTURE_WIDTH}, row / ${TEXTURE_WIDTH});
  int bits = u_masked > 0.5 ? int(texelFetch(u_mask, texel, 0).r * 255.0 + 0.5) : 0;
  v_severity = 0.0;
  v_rim = vec4(0.0);
  v_edge = edge;
  v_normal = normal;
  vec3 light = vec3(0.55) + 0.45 * max(0.0, dot(normal, u_sun));
  if (part == 2) {
    v_color = vec3(0.55, 0.57, 0.6) * light;
  } else if (part == 3) {
    v_color = mix(u_ground.rgb, vec3(0.62, 0.72, 0.82), 0.75) * light;
  } else {
    vec4 color = u_missing;
    if (float(row) < u_count) {
      float value = texelFetch(u_values, texel, 0).r;
      bool missing = isMissing(value);
      if (u_bytes > 0.5) {
        value = floor(value * 255.0 + 0.5);
        missing = value > 254.5;
      }
      if (!missing) {
        float place = value;
        if (u_by > 1.5) {
          place = severityOf(value);
        } else if (u_by < 0.5) {
          float width = u_domain.y - u_domain.x;
          place = width == 0.0 ? 128.0 : floor((value - u_domain.x) / width * 255.0 + 0.5);
        }
        ivec2 at = ivec2(int(clamp(place, 0.0, 255.0)), 0);
        color = texelFetch(u_ramp, at, 0);
        v_severity = u_limits.w > 0.5
          ? severityOf(value)
          : floor(texelFetch(u_ramp, at + ivec2(0, 1), 0).r * 255.0 + 0.5);
      }
    }
    if (u_masked > 0.5) {
      if ((bits & 1) != 0) {
        color = vec4(u_missing.rgb, 0.12);
        v_severity = 0.0;
      } else if ((bits & 2) != 0 && u_select.a > 0.0) {
        // The face keeps the colour of its value, as on the map.
        if (part == 1) color = vec4(u_select.rgb, 1.0);
        v_rim = vec4(u_select.rgb, part == 4 ? 2.0 : part == 0 ? 1.0 : 0.0);
      }
    }
    // Nothing shines through a solid: what is pale on the map is near the colour of the ground here.
    v_color = mix(u_ground.rgb, color.rgb, color.a);
    if (part == 1) v_color *= 0.6;
  }
  v_color = mix(u_ground.rgb, v_color, u_opacity);
  if (part != 0) v_severity *= part == 4 ? 1.0 : 0.0;
  v_severity *= u_pattern;

  // Each place is drawn at one level of the hierarchy: by the distance of the parent, then of the component.
  bool isHidden = u_hides > 0.5 && (bits & 1) != 0;
  bool isNear = distance(vec3(centres.zw, u_base), u_eye) < u_reach.y;
  bool isFar = distance(vec3(centres.xy, u_base), u_eye) >= u_reach.x;
  bool isTorqueTube = part == 2 && edge.x < 0.25;
  vec3 at = position;
  // A tube is thinner than a pixel from afar; two pixels of it are always seen.
  if (part == 4) at += normal * max(0.0, distance(position, u_eye) * u_pixel - u_tube);
  v_place = at - u_eye;
  float away = length(v_place);
  v_cells = part == 0 && u_cells > 0.5 && away * u_pixel < CELL_PIXEL ? 1.0 : 0.0;
  if (isTorqueTube && away * u_pixel > TORQUE_PIXEL) isNear = false;
  gl_Position = isNear && isFar && !isHidden ? czm_modelViewProjection * vec4(at, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
`;

export const fragmentSource = `
flat in vec3 v_color;
flat in float v_severity;
flat in vec4 v_rim;
in vec2 v_edge;
in vec3 v_place;
flat in float v_cells;
flat in vec3 v_normal;
uniform vec3 u_sun;

// The frame of a module, the gap between two cells and the one between two halves of a module, in metres.
const float FRAME = 0.03;
const float CELL_GAP = 0.007;
const float HALF_GAP = 0.014;
// Cells beside each other on the shorter side of a module.
const float CELLS = 6.0;

// How much of a pixel a line covers.
vec2 covered(vec2 away, float wide, vec2 pixel) {
  return clamp((0.5 * wide - away) / pixel + 0.5, 0.0, 1.0) * min(vec2(1.0), wide / pixel);
}

// A module as one sees it: frame, and cells in two halves. Nothing of it is in the data.
vec3 withCells(vec3 color) {
  vec3 px = dFdx(v_place);
  vec3 py = dFdy(v_place);
  vec2 ex = dFdx(v_edge);
  vec2 ey = dFdy(v_edge);
  float det = ex.x * ey.y - ex.y * ey.x;
  if (abs(det) < 1e-9) return color;
  // Metres of the whole face, along and across.
  vec2 size = vec2(length(px * ey.y - py * ex.y), length(py * ex.x - px * ey.x)) / abs(det);
  vec2 pixel = max(fwidth(v_edge) * size, vec2(1e-4));
  vec2 at = v_edge * size;
  vec2 toRim = min(at, size - at);
  vec2 rim = clamp((FRAME - toRim) / pixel + 0.5, 0.0, 1.0) * min(vec2(1.0), FRAME / pixel);
  float frame = max(rim.x, rim.y);
  float shorter = min(size.x, size.y);
  vec2 cells = max(vec2(1.0), floor(size / shorter * CELLS + 0.5));
  vec2 inner = (at - FRAME) / (size - 2.0 * FRAME);
  vec2 cell = (size - 2.0 * FRAME) / cells;
  vec2 gap = covered(abs(fract(inner * cells + 0.5) - 0.5) * cell, CELL_GAP, pixel);
  vec2 middle = covered(abs(inner - 0.5) * size, HALF_GAP, pixel) * step(vec2(shorter * 1.2), size);
  vec2 fade = clamp(1.5 - 4.0 * pixel / cell, 0.0, 1.0);
  float line = max(max(gap.x * fade.x, gap.y * fade.y), max(middle.x, middle.y));
  // Lines are bright on dark cells and dark on bright ones.
  bool bright = dot(color, vec3(0.3, 0.59, 0.11)) > 0.62;
  vec3 lines = bright ? color * 0.72 : mix(color, vec3(1.0), 0.45);
  return mix(mix(color, lines, line), vec3(0.78, 0.79, 0.8), 0.7 * frame);
}

// Glass catches the sun a little where it mirrors it to the eye; by night its colour is that of the value alone.
vec3 withShine(vec3 color) {
  if (u_sun.z <= 0.0) return color;
  vec3 mirrored = reflect(normalize(v_place), v_normal);
  return mix(color, vec3(1.0), ${GLASS_SHINE} * pow(max(0.0, dot(mirrored, u_sun)), 16.0));
}

// Pixels of the rim of a selected component, and the share of a selected tube at each end.
const float RIM_PIXELS = 2.5;
const float END_SHARE = 0.15;

void main() {
  vec3 color = v_cells > 0.5 ? withShine(withCells(v_color)) : v_color;
  // The patterns of the map (severityCues): dots, stripes, crosshatch.
  if (v_severity > 0.5) {
    float rising = mod(gl_FragCoord.x + gl_FragCoord.y, 8.0);
    float falling = mod(gl_FragCoord.x - gl_FragCoord.y, 8.0);
    bool mark = v_severity < 1.5 ? rising < 1.5 && falling < 1.5 : rising < 1.5;
    if (v_severity > 2.5) mark = mark || falling < 1.5;
    if (mark) color *= v_severity < 1.5 ? 0.78 : 0.5;
  }
  // The same for a whole triangle, so the differences between its pixels are known.
  if (v_rim.a > 0.5) {
    vec2 inside = min(v_edge, 1.0 - v_edge);
    vec2 inPixels = inside / max(fwidth(v_edge), vec2(1e-6));
    bool rim = v_rim.a > 1.5 ? inside.x < END_SHARE : min(inPixels.x, inPixels.y) < RIM_PIXELS;
    if (rim) color = v_rim.rgb;
  }
  out_FragColor = vec4(color, 1.0);
}
`;
