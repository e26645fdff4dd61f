// The shaders of the solids: the colour of a component is found as on the map, from its value and the legend's ramp.
import { TEXTURE_WIDTH } from "../component-mesh/gpu-cache.ts";

/** Attributes by location. */
export const attributeLocations = { position: 0, normal: 1, owner: 2, centres: 3 } as const;

export const vertexSource = `
in vec3 position;
in vec3 normal;
in vec2 owner;
in vec4 centres;

uniform highp sampler2D u_values;
uniform highp sampler2D u_ramp;
uniform highp sampler2D u_mask;
uniform vec4 u_missing;
uniform vec4 u_select;
uniform vec4 u_ground;
uniform vec4 u_limits;
uniform vec2 u_domain;
uniform vec3 u_eye;
uniform vec3 u_sun;
uniform vec2 u_reach;
uniform float u_by;
uniform float u_bytes;
uniform float u_count;
uniform float u_masked;
uniform float u_pattern;
uniform float u_pixel;

flat out vec3 v_color;
flat out float v_severity;

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
  v_severity = 0.0;
  vec3 light = vec3(0.55) + 0.45 * max(0.0, dot(normal, u_sun));
  if (part == 2) {
    v_color = vec3(0.55, 0.57, 0.6) * light;
  } else if (part == 3) {
    v_color = mix(u_ground.rgb, vec3(0.62, 0.72, 0.82), 0.75) * light;
  } else {
    ivec2 texel = ivec2(row % ${TEXTURE_WIDTH}, row / ${TEXTURE_WIDTH});
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
      int bits = int(texelFetch(u_mask, texel, 0).r * 255.0 + 0.5);
      if ((bits & 1) != 0) {
        color = vec4(u_missing.rgb, 0.12);
        v_severity = 0.0;
      } else if ((bits & 2) != 0) {
        color = vec4(mix(color.rgb, u_select.rgb, part == 1 ? 1.0 : 0.45), 1.0);
      }
    }
    // Nothing shines through a solid: what is pale on the map is near the colour of the ground here.
    v_color = mix(u_ground.rgb, color.rgb, color.a);
    if (part == 1) v_color *= 0.6;
  }
  if (part != 0) v_severity *= part == 4 ? 1.0 : 0.0;
  v_severity *= u_pattern;

  // Each place is drawn at one level of the hierarchy: by the distance of the parent, then of the component.
  bool isNear = distance(vec3(centres.zw, 0.0), u_eye) < u_reach.y;
  bool isFar = distance(vec3(centres.xy, 0.0), u_eye) >= u_reach.x;
  vec3 at = position;
  // A tube is thinner than a pixel from afar; two pixels of it are always seen.
  if (part == 4) at += normal * max(0.0, distance(position, u_eye) * u_pixel - 0.0625);
  gl_Position = isNear && isFar ? czm_modelViewProjection * vec4(at, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
`;

export const fragmentSource = `
flat in vec3 v_color;
flat in float v_severity;

void main() {
  vec3 color = v_color;
  // The patterns of the map (severityCues): dots, stripes, crosshatch.
  if (v_severity > 0.5) {
    float rising = mod(gl_FragCoord.x + gl_FragCoord.y, 8.0);
    float falling = mod(gl_FragCoord.x - gl_FragCoord.y, 8.0);
    bool mark = v_severity < 1.5 ? rising < 1.5 && falling < 1.5 : rising < 1.5;
    if (v_severity > 2.5) mark = mark || falling < 1.5;
    if (mark) color *= v_severity < 1.5 ? 0.78 : 0.5;
  }
  out_FragColor = vec4(color, 1.0);
}
`;

export const groundVertexSource = `
in vec3 position;
out vec2 v_at;

void main() {
  v_at = position.xy;
  gl_Position = czm_modelViewProjection * vec4(position, 1.0);
}
`;

export const groundFragmentSource = `
in vec2 v_at;
uniform vec4 u_ground;
uniform vec4 u_sky;
uniform vec3 u_eye;

float lines(vec2 at, float step) {
  vec2 cell = at / step;
  vec2 near = abs(fract(cell - 0.5) - 0.5) / max(fwidth(cell), vec2(1e-5));
  float fade = clamp(1.5 - 4.0 * max(fwidth(cell).x, fwidth(cell).y), 0.0, 1.0);
  return (1.0 - clamp(min(near.x, near.y), 0.0, 1.0)) * fade;
}

void main() {
  float line = max(0.5 * lines(v_at, 10.0), lines(v_at, 100.0));
  vec3 color = u_ground.rgb * (1.0 - 0.1 * line);
  float away = distance(vec3(v_at, 0.0), u_eye);
  float haze = smoothstep(1500.0, 9000.0, away);
  out_FragColor = vec4(mix(color, u_sky.rgb, haze), 1.0);
}
`;
