// The shaders of the ground, of the sky above it, and of the soft shadows on it.

/**
 * The share of the horizon's colour that ground has at a level distance from the eye, in metres. It begins at 1.5 km, or
 * at six times the height of the eye (9 degrees below the horizon), so that from high above ground keeps its colour. It
 * ends below 1, so that a horizon is seen.
 */
const hazeSource = `
float hazeAt(float away, float high) {
  float above = max(high, 0.0);
  return 0.75 * smoothstep(max(1500.0, 6.0 * above), max(9000.0, 30.0 * above), away);
}
`;

export const groundVertexSource = `
in vec3 position;
uniform vec4 u_ground;
uniform vec4 u_horizon;
uniform vec3 u_eye;
uniform float u_base;
out vec2 v_at;
out vec3 v_place;
// Per corner of the grid: a software renderer pays for every pixel.
out vec3 v_ground;

${hazeSource}
void main() {
  v_at = position.xy;
  v_place = position;
  float haze = hazeAt(distance(position.xy, u_eye.xy), u_eye.z - u_base);
  v_ground = mix(u_ground.rgb, u_horizon.rgb, haze);
  gl_Position = czm_modelViewProjection * vec4(position, 1.0);
}
`;

export const groundFragmentSource = `
in vec2 v_at;
in vec3 v_place;
in vec3 v_ground;
uniform float u_relief;
uniform vec3 u_light;

// Lines every so many metres; pixel is the size of a pixel in metres.
float lines(float step, vec2 pixel) {
  vec2 cell = v_at / step;
  vec2 wide = pixel / step;
  vec2 near = abs(fract(cell - 0.5) - 0.5) / wide;
  float fade = clamp(1.5 - 4.0 * max(wide.x, wide.y), 0.0, 1.0);
  return (1.0 - clamp(min(near.x, near.y), 0.0, 1.0)) * fade;
}

void main() {
  vec2 pixel = max(fwidth(v_at), vec2(1e-4));
  float most = max(pixel.x, pixel.y);
  float line = 0.0;
  // From afar the lines are nearer to each other than pixels.
  if (most < 37.5) line = lines(100.0, pixel);
  if (most < 3.75) line = max(line, 0.5 * lines(10.0, pixel));
  float shade = 1.0;
  if (u_relief > 0.5) {
    vec3 up = normalize(cross(dFdx(v_place), dFdy(v_place)));
    if (up.z < 0.0) up = -up;
    // Slopes are brighter or darker than flat ground, whose colour stays.
    shade = clamp(1.0 + 1.2 * (dot(up, u_light) - u_light.z), 0.55, 1.2);
  }
  out_FragColor = vec4(v_ground * shade * (1.0 - 0.1 * line), 1.0);
}
`;

/** A picture of the sky far before the eye, across the whole view. `corner` goes from -1 to 1 on the screen. */
export const skyVertexSource = `
in vec2 corner;
uniform vec3 u_eye;
uniform vec3 u_forward;
uniform vec3 u_aside;
uniform vec3 u_above;
uniform float u_away;
out vec3 v_ray;

void main() {
  v_ray = u_forward + corner.x * u_aside + corner.y * u_above;
  gl_Position = czm_modelViewProjection * vec4(u_eye + v_ray * u_away, 1.0);
}
`;

export const skyFragmentSource = `
uniform vec4 u_ground;
uniform vec4 u_horizon;
uniform vec4 u_zenith;
uniform vec3 u_eye;
uniform float u_base;
in vec3 v_ray;
${hazeSource}
void main() {
  vec3 ray = normalize(v_ray);
  float high = u_eye.z - u_base;
  vec3 color;
  if (ray.z < 0.0) {
    // Ground beyond the grid.
    float away = max(high, 1.0) * length(ray.xy) / max(-ray.z, 1e-6);
    color = mix(u_ground.rgb, u_horizon.rgb, hazeAt(away, high));
  } else {
    // Half of the way to the zenith's colour is made 15 degrees above the horizon.
    color = mix(u_horizon.rgb, u_zenith.rgb, 1.0 - exp(-2.7 * ray.z));
  }
  out_FragColor = vec4(color, 1.0);
}
`;

/** See `domain/twin-view/solid-shadow.ts` for its attributes. */
export const shadowVertexSource = `
in vec3 position;
in vec3 normal;
in vec4 centres;
in vec2 edge;
uniform vec3 u_eye;
uniform float u_base;
uniform vec2 u_reach;
out vec2 v_at;
flat out vec3 v_size;
out float v_fade;

void main() {
  v_at = edge;
  v_size = normal;
  float away = max(distance(position, u_eye), distance(vec3(centres.xy, u_base), u_eye));
  // Gone before its piece is.
  v_fade = 1.0 - smoothstep(0.5, 0.95, away / u_reach.y);
  gl_Position = czm_modelViewProjection * vec4(position, 1.0);
}
`;

export const shadowFragmentSource = `
uniform float u_opacity;
in vec2 v_at;
flat in vec3 v_size;
in float v_fade;

// In the middle below what stands there.
const float DARKEST = 0.35;

void main() {
  vec2 inside = 1.0 - smoothstep(v_size.xy - v_size.z, v_size.xy + v_size.z, abs(v_at));
  out_FragColor = vec4(vec3(0.0), DARKEST * inside.x * inside.y * v_fade * u_opacity);
}
`;
