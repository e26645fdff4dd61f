// What the shaders of the solids know of a level.
import { Cartesian2, Cartesian3, Cartesian4 } from "cesium";
import type { DrawnLevel } from "./drawn-level.ts";
import type { GpuTextures } from "./gpu-textures.ts";
import { reachOf } from "./piece-view.ts";
import type { Ink, SolidScene } from "./solid-scene.ts";

const by = { ramp: 0, class: 1, severity: 2 } as const;

type Uniforms = ReturnType<typeof uniformsOf>;
export type LevelUniforms = {
  /** The values for the frames from now on. */
  set(values: Uniforms): void;
  /** For commands, which live longer than the values: one that is made again costs more than it draws. */
  readonly map: Readonly<Record<string, () => unknown>>;
};

export function levelUniforms(): LevelUniforms {
  let now: Uniforms;
  const map: Record<string, () => unknown> = {};
  return {
    set(values) {
      now = values;
      for (const name of Object.keys(values) as (keyof Uniforms)[]) map[name] ??= () => now[name];
    },
    map,
  };
}

const vector = (ink: Ink) => new Cartesian4(...ink);

/** @param detail metres per pixel one metre before the eye that decide the levels */
export function uniformsOf(
  level: DrawnLevel,
  scene: SolidScene,
  textures: GpuTextures,
  detail: number,
) {
  const { values, colouring, mask, geometry } = level;
  const { inks, placed, perPixelAt1 } = scene;
  const hasMask = mask !== null && mask.bytes.length >= geometry.count;
  return {
    u_values: values && values.length > 0 ? textures.column(values) : textures.blank(),
    u_ramp: colouring ? textures.ramp(colouring.ramp) : textures.blank(),
    u_mask: hasMask ? textures.mask(mask) : textures.blank(),
    u_missing: vector(inks.missing),
    u_select: vector(inks.select),
    u_ground: vector(inks.ground),
    u_limits: new Cartesian4(...(colouring?.limits ?? [0, 0, 0, 0])),
    u_domain: new Cartesian2(...(colouring?.domain ?? [0, 1])),
    u_eye: new Cartesian3(...placed.eye),
    u_base: placed.base,
    u_sun: new Cartesian3(...scene.sun),
    u_reach: new Cartesian2(...reachOf(level, detail)),
    u_by: colouring ? by[colouring.by] : 0,
    u_bytes: values instanceof Uint8Array ? 1 : 0,
    u_count: colouring && values ? values.length : 0,
    u_masked: hasMask ? 1 : 0,
    u_hides: level.hidesFiltered ? 1 : 0,
    u_opacity: scene.opacity,
    u_pattern: scene.pattern ? 1 : 0,
    // A tube is at least this many pixels wide.
    u_pixel: perPixelAt1,
    u_tube: scene.dimensions.tube_diameter_mm / 2000,
    u_cells: level.type === "module" ? 1 : 0,
  };
}
