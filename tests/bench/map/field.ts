// The data every design draws: the same rectangles, the same values, the same three views.
import { planeAt, type LonLat } from "../../../src/domain/geometry/plane.ts";
import { buildComponentMesh } from "../../../src/domain/component/component-mesh.ts";
import { fieldValues, moduleField } from "../../fixtures/module-field.ts";
import { zoomForScale } from "../../../src/map/component/projection.ts";

export const ORIGIN: LonLat = [-69.5, -23.2];
export const WIDTH = 1280;
export const HEIGHT = 800;
export const DOMAIN = [25, 60] as const;
/** Watch, poor, act. */
export const LIMITS = [45, 52, 60] as const;

export type View = { longitude: number; latitude: number; zoom: number };
export type Field = ReturnType<typeof makeField>;

export function makeField(count: number) {
  const field = moduleField(count);
  const columns = [1, 2, 3].map((seed) => fieldValues(field.modules, seed));
  const extent = buildComponentMesh(field.trackers).extent;
  const spanX = extent[2] - extent[0];
  const spanY = extent[3] - extent[1];
  // The whole plant with a margin, then the two closer looks of a person going for one module.
  const whole = zoomForScale(Math.max(spanX / WIDTH, spanY / HEIGHT) * 1.05, ORIGIN);
  const zooms = { whole, tables: 17.5, modules: 20.5 };
  return { ...field, columns, extent, zooms };
}

/** Step `step` of a slow pan around the middle of the plant. */
export function panView(field: Field, zoom: number, step: number): View {
  const metres = 40 * 2 ** (17.5 - zoom);
  const [longitude, latitude] = planeAt(ORIGIN).toLonLat(
    metres * Math.cos(step) + (field.extent[0] + field.extent[2]) / 2,
    metres * Math.sin(step) + (field.extent[1] + field.extent[3]) / 2,
  );
  return { longitude, latitude, zoom };
}

/** The same modules as GeoJSON features carrying the first two columns, as a program would hold them. */
export function asGeoJson({ modules, columns }: Field): GeoJSON.FeatureCollection<GeoJSON.Polygon> {
  const { positions } = buildComponentMesh(modules);
  const plane = planeAt(ORIGIN);
  const features: GeoJSON.Feature<GeoJSON.Polygon>[] = [];
  for (let row = 0; row < modules.count; row += 1) {
    const ring: [number, number][] = [];
    for (let at = row * 8; at < row * 8 + 8; at += 2) {
      ring.push(plane.toLonLat(positions[at]!, positions[at + 1]!));
    }
    ring.push(ring[0]!);
    // MapLibre has no NaN in JSON: a missing value is absent.
    const properties = {
      row,
      tracker: modules.parent[row]!,
      value: finite(columns[0]![row]!),
      other: finite(columns[1]![row]!),
    };
    features.push({
      type: "Feature",
      properties,
      geometry: { type: "Polygon", coordinates: [ring] },
    });
  }
  return { type: "FeatureCollection", features };
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/** 256 colours from dark blue over white to red, and the severities for the hatch, as gpu-cache.ts wants. */
export function benchRamp(): Uint8Array {
  const bytes = new Uint8Array(2048);
  for (let i = 0; i < 256; i += 1) {
    bytes.set(rampColor(i / 255), i * 4);
    bytes[1024 + i * 4] = i > 230 ? 3 : i > 200 ? 2 : 0;
  }
  return bytes;
}

export function rampColor(t: number): [number, number, number, number] {
  const cold = Math.min(1, t * 2);
  const hot = Math.max(0, t * 2 - 1);
  return [
    Math.round(40 + 215 * cold - 30 * hot),
    Math.round(80 + 175 * cold - 200 * hot),
    Math.round(190 + 60 * cold - 210 * hot),
    255,
  ];
}

export function valueColor(value: number): [number, number, number, number] {
  if (!Number.isFinite(value)) return [128, 134, 139, 160];
  const t = (value - DOMAIN[0]) / (DOMAIN[1] - DOMAIN[0]);
  return rampColor(Math.min(1, Math.max(0, t)));
}
