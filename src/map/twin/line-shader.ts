// The shaders of lines in 3D: as wide as their pixels say, with round ends and soft edges.

/** Attributes by location. */
export const attributeLocations = { begin: 0, end: 1, ink: 2, rim: 3, corner: 4 } as const;

export const vertexSource = `
in vec3 begin;
in vec3 end;
in vec4 ink;
in vec4 rim;
// Which end, 0 or 1; which side, -1 or 1; how wide.
in vec3 corner;

uniform float u_pixel;

// Half screens from the middle to which a segment is drawn.
const float MOST_SCREENS = 4.0;

out vec4 v_ink;
out vec4 v_rim;
// Pixels along and across from the beginning of the segment, its length, and half its width.
out vec4 v_at;
out float v_ratio;

void main() {
  vec4 a = czm_modelView * vec4(begin, 1.0);
  vec4 b = czm_modelView * vec4(end, 1.0);
  // Nearer to the eye by three times half its width: a dot on the ground is not cut by it.
  float nearer = 1.0 - 1.5 * corner.z * u_pixel;
  a.xyz *= nearer;
  b.xyz *= nearer;
  // What lies behind the eye has no place on the screen: the segment begins at the near plane.
  float near = -czm_currentFrustum.x * 1.001;
  if (a.z > near && b.z > near) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  if (a.z > near) a = mix(a, b, (a.z - near) / (a.z - b.z));
  if (b.z > near) b = mix(b, a, (b.z - near) / (b.z - a.z));
  vec4 from = czm_projection * a;
  vec4 to = czm_projection * b;
  from.xyz /= from.w;
  to.xyz /= to.w;
  // An end at the near plane can lie a thousand screens away, where rasterizers lose the whole segment.
  vec2 extent = to.xy - from.xy;
  extent = mix(extent, vec2(1.0e-6), lessThan(abs(extent), vec2(1.0e-6)));
  vec2 low = (-MOST_SCREENS - from.xy) / extent;
  vec2 high = (MOST_SCREENS - from.xy) / extent;
  vec2 enters = min(low, high);
  vec2 leaves = max(low, high);
  float first = max(0.0, max(enters.x, enters.y));
  float last = min(1.0, min(leaves.x, leaves.y));
  if (first >= last && distance(from.xy, to.xy) > 1.0e-5) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  if (first < last) {
    vec3 whole = to.xyz - from.xyz;
    to.xyz = from.xyz + whole * last;
    from.xyz += whole * first;
  }
  vec2 half_view = czm_viewport.zw * 0.5;
  // Pixels of the screen per pixel of a style sheet; u_pixel is 2 tan(angle / 2) / height.
  v_ratio = czm_viewport.w * u_pixel * czm_projection[1][1] * 0.5;
  vec2 way = (to.xy - from.xy) * half_view;
  float span = length(way);
  vec2 along = span > 0.01 ? way / span : vec2(1.0, 0.0);
  vec2 aside = vec2(-along.y, along.x);
  float half_width = corner.z * 0.5 * v_ratio;
  float reach = half_width + 1.0;
  float ahead = corner.x * span + (corner.x * 2.0 - 1.0) * reach;
  v_at = vec4(ahead, corner.y * reach, span, half_width);
  v_ink = ink;
  v_rim = rim;
  vec3 place = corner.x < 0.5 ? from.xyz : to.xyz;
  vec2 shift = along * (corner.x * 2.0 - 1.0) * reach + aside * corner.y * reach;
  gl_Position = vec4(place.xy + shift / half_view, place.z, 1.0);
}
`;

export const fragmentSource = `
in vec4 v_ink;
in vec4 v_rim;
in vec4 v_at;
in float v_ratio;

void main() {
  float away = length(vec2(v_at.x - clamp(v_at.x, 0.0, v_at.z), v_at.y));
  float covered = clamp(v_at.w - away + 0.5, 0.0, 1.0);
  // The rim is the outermost pixel.
  float inside = clamp(v_at.w - v_ratio - away + 0.5, 0.0, 1.0);
  vec4 color = v_rim.a > 0.0 ? mix(v_rim, v_ink, inside) : v_ink;
  if (covered * color.a < 0.004) discard;
  out_FragColor = vec4(color.rgb, color.a * covered);
}
`;
