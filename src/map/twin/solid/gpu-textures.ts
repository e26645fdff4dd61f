// Value, ramp and mask textures of the 3D view, one per array.
import {
  ComponentDatatype,
  PixelDatatype,
  PixelFormat,
  TextureMagnificationFilter,
  TextureMinificationFilter,
} from "cesium";
import type { ColumnValues } from "../../../domain/column/column.ts";
import { TEXTURE_WIDTH, type Mask, type RampBytes } from "../../component-mesh/gpu-cache.ts";
import { Sampler, Texture, type Context } from "../cesium-private.ts";

const nearest = () =>
  new Sampler({
    minificationFilter: TextureMinificationFilter.NEAREST,
    magnificationFilter: TextureMagnificationFilter.NEAREST,
  });

type Shown = { readonly texture: Texture; readonly version: number };

/** Textures by array; those that a frame did not use are destroyed after it. */
export function gpuTextures(context: Context) {
  const kept = new Map<ArrayBufferView | "blank", Shown>();
  const used = new Set<ArrayBufferView | "blank">();
  const texture = (
    key: ArrayBufferView | "blank",
    version: number,
    make: () => Texture,
  ): Texture => {
    used.add(key);
    const known = kept.get(key);
    if (known?.version === version) return known.texture;
    known?.texture.destroy();
    const made = make();
    kept.set(key, { texture: made, version });
    return made;
  };
  const make = (source: ArrayBufferView, width: number, height: number, format: number) =>
    new Texture({
      context,
      pixelFormat: format,
      pixelDatatype:
        source instanceof Float32Array ? PixelDatatype.FLOAT : ComponentDatatype.UNSIGNED_BYTE,
      flipY: false,
      sampler: nearest(),
      source: { width, height, arrayBufferView: source },
    });
  /** An array in rows of TEXTURE_WIDTH texels. */
  const table = (array: Float32Array | Uint8Array) => {
    const height = Math.max(1, Math.ceil(array.length / TEXTURE_WIDTH));
    const padded =
      array instanceof Float32Array
        ? new Float32Array(height * TEXTURE_WIDTH)
        : new Uint8Array(height * TEXTURE_WIDTH);
    padded.set(array);
    return make(padded, TEXTURE_WIDTH, height, PixelFormat.RED);
  };
  return {
    /** Bound where there is nothing to look up. */
    blank: () => texture("blank", 0, () => make(new Uint8Array(4), 1, 1, PixelFormat.RGBA)),
    column: (values: ColumnValues) => texture(values, 0, () => table(values)),
    ramp: (bytes: RampBytes) => texture(bytes, 0, () => make(bytes, 256, 2, PixelFormat.RGBA)),
    mask: ({ bytes, version }: Mask) => texture(bytes, version, () => table(bytes)),
    sweep(): void {
      for (const [key, { texture: one }] of kept) {
        if (used.has(key)) continue;
        one.destroy();
        kept.delete(key);
      }
      used.clear();
    },
    destroy(): void {
      for (const { texture: one } of kept.values()) one.destroy();
      kept.clear();
    },
  };
}

export type GpuTextures = ReturnType<typeof gpuTextures>;
