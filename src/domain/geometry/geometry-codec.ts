// Geometry of one component type as bytes. The server writes it, browser and server read it.
import { componentTypeIds } from "../component/component.ts";
import type { Geometry } from "../component/component-index.ts";
import { packFloats, packWhole, unpackFloats, unpackWhole } from "../column/number-pack.ts";
import { joinSections, splitSections, type Section } from "../column/sections.ts";

/** Lengths and positions are kept in steps of 1/1024 m, exact in float32 up to 16 km. */
export const METRE_STEP = 2 ** -10;
/** Directions are kept in steps of 7.6 microradians: 0.6 mm at the end of a 150 m collector. */
export const RADIAN_STEP = 2 ** -17;

const MAGIC = "SWG1";
const floatSteps = {
  centreX: METRE_STEP,
  centreY: METRE_STEP,
  length: METRE_STEP,
  width: METRE_STEP,
  rotation: RADIAN_STEP,
  height: METRE_STEP,
  blockBounds: METRE_STEP,
} as const;
type FloatName = keyof typeof floatSteps;

/** Lossless for any input; compact if the values are whole steps, as twin-build.ts produces them. */
export function encodeGeometry(geometry: Geometry): Uint8Array {
  const { polygons } = geometry;
  const whole = (name: string, values: Uint32Array): Section => ({
    name,
    count: values.length,
    packed: packWhole(values),
  });
  const floats = (Object.keys(floatSteps) as FloatName[]).map((name) => ({
    name,
    count: geometry[name].length,
    packed: packFloats(geometry[name], floatSteps[name], name === "blockBounds" ? 4 : 1),
  }));
  const xy = packFloats(polygons.xy, METRE_STEP, 2);
  return joinSections(MAGIC, { type: geometry.type, count: geometry.count }, [
    whole("parent", geometry.parent),
    ...(geometry.removedParent ? [whole("removedParent", geometry.removedParent)] : []),
    ...floats,
    whole("rows", polygons.rows),
    whole("offsets", polygons.offsets),
    { name: "xy", count: polygons.xy.length, packed: xy },
  ]);
}

/** Throws RangeError if the bytes are no geometry. */
export function decodeGeometry(bytes: Uint8Array): Geometry {
  const { info, has, section } = splitSections(MAGIC, bytes);
  const type = componentTypeIds.find((known) => known === info["type"]);
  const count = info["count"];
  if (type === undefined || typeof count !== "number") throw new RangeError("unknown geometry");
  const whole = (name: string) => unpackWhole(section(name).packed, section(name).count);
  const floats = (name: FloatName | "xy") =>
    unpackFloats(section(name).packed, section(name).count);
  return {
    type,
    count,
    parent: whole("parent"),
    ...(has("removedParent") && { removedParent: whole("removedParent") }),
    centreX: floats("centreX"),
    centreY: floats("centreY"),
    length: floats("length"),
    width: floats("width"),
    rotation: floats("rotation"),
    height: floats("height"),
    polygons: { rows: whole("rows"), offsets: whole("offsets"), xy: floats("xy") },
    blockBounds: floats("blockBounds"),
  };
}
