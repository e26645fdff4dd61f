// Writes the levels of a synthetic plant: rectangles in a local frame along the plant's axis.
import type { ComponentType } from "../domain/component/component.ts";
import { planeAt, type LonLat } from "../domain/geometry/plane.ts";
import type { LevelDraft } from "../domain/twin/twin-draft.ts";

/**
 * The plant's local frame: `along` the collector or tracker axis, `across` to its right, both in metres
 * from the plant's centre. `axisAzimuth` is degrees clockwise from north.
 */
export type Frame = {
  readonly toLonLat: (along: number, across: number) => [lon: number, lat: number];
};

/** The frame of a plant with its centre at `origin`. */
export function frameAt(origin: LonLat, axisAzimuth: number): Frame {
  const plane = planeAt(origin);
  const azimuth = (axisAzimuth * Math.PI) / 180;
  const sin = Math.sin(azimuth);
  const cos = Math.cos(azimuth);
  return {
    toLonLat: (along, across) =>
      plane.toLonLat(along * sin + across * cos, along * cos - across * sin),
  };
}

/** A rectangle in the frame: centre and full sizes in metres, height of the centre above ground. */
export type Placed = {
  readonly along: number;
  readonly across: number;
  readonly alongSize: number;
  readonly acrossSize: number;
  readonly height: number;
};

export type LevelWriter = {
  /** Adds a component; answers its index in the level. */
  add(pcs: string, parent: number, place: Placed): number;
  /** The finished level; throws a RangeError if fewer components were added than announced. */
  finish(): LevelDraft;
};

/** A writer of exactly `count` rectangles, so that no array has to grow. */
export function levelWriter(type: ComponentType, count: number, frame: Frame): LevelWriter {
  const rings = new Float64Array(count * 8);
  const parentOf = new Uint32Array(count);
  const height = new Float32Array(count);
  const pcsOf: string[] = Array.from({ length: count }, () => "");
  let next = 0;

  function addCorner(at: number, along: number, across: number): void {
    const [lon, lat] = frame.toLonLat(along, across);
    rings[at] = lon;
    rings[at + 1] = lat;
  }

  return {
    add(pcs, parent, place) {
      if (next >= count) throw new RangeError(`more than ${count} components of type ${type}`);
      const index = next++;
      const halfAlong = place.alongSize / 2;
      const halfAcross = place.acrossSize / 2;
      const at = index * 8;
      // Counter-clockwise seen from above: `across` points right of `along`.
      addCorner(at, place.along - halfAlong, place.across - halfAcross);
      addCorner(at + 2, place.along - halfAlong, place.across + halfAcross);
      addCorner(at + 4, place.along + halfAlong, place.across + halfAcross);
      addCorner(at + 6, place.along + halfAlong, place.across - halfAcross);
      pcsOf[index] = pcs;
      parentOf[index] = parent;
      height[index] = place.height;
      return index;
    },
    finish() {
      if (next !== count) throw new RangeError(`${next} of ${count} components of type ${type}`);
      return {
        type,
        count,
        dtId: Array.from({ length: count }, () => null),
        pcs: pcsOf,
        parent: parentOf,
        rings,
        ringOffsets: Uint32Array.from({ length: count + 1 }, (_, i) => i * 4),
        height,
      };
    },
  };
}

/** `7` as `007`: a number for component names, with at least `digits` digits. */
export function numbered(value: number, digits: number): string {
  return String(value).padStart(digits, "0");
}
