// Reads single parts of the address of a plant: the camera, the open component, the comparison. Undefined for a text that
// cannot be read.
import { numbers, positive, within } from "./view-number.ts";
import { typedText } from "./view-selection.ts";

/** How two analyses are shown: one colour per change, divided by a line, or as two maps. */
export const compareModes = ["difference", "swipe", "side"] as const;
export type CompareMode = (typeof compareModes)[number];

export function readCamera(text: string) {
  const values = numbers(text.split(","));
  if (values?.length !== 5) return undefined;
  const [lon = 0, lat = 0, zoom = 0, bearing = 0, pitch = 0] = values;
  const holds =
    within(lon, -180, 180) && within(lat, -85, 85) && within(zoom, 0, 26) && within(pitch, 0, 85);
  if (!holds || !within(bearing, -360, 360)) return undefined;
  return { camera: { centre: [lon, lat] as const, zoom, bearing, pitch } };
}

export function readComponent(text: string) {
  const [component_type, dt_id] = typedText(text) ?? [];
  return component_type && dt_id && dt_id.length <= 200
    ? { component: { component_type, dt_id } }
    : undefined;
}

export function readCompare(text: string) {
  const [id = "", mode, at = ""] = text.split("~");
  const analysis_id = positive(id);
  const [position] = numbers([at]) ?? [];
  if (analysis_id === undefined || position === undefined || !within(position, 0, 1))
    return undefined;
  const known = compareModes.find((one) => one === mode);
  return known && { compare: { analysis_id, mode: known, position } };
}
