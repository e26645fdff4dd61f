// A small digital twin at a place, as GeoJSON. Users download it to see what their own files need.
import { componentTypes, type ComponentType, type Technology } from "../component/component.ts";
import { planeAt, type LonLat } from "../geometry/plane.ts";
import { plainName } from "./twin-file-name.ts";

type Feature = {
  readonly type: "Feature";
  readonly properties: Readonly<Record<string, string>>;
  readonly geometry: { readonly type: "Polygon"; readonly coordinates: [number, number][][] };
};
/** A rectangle in metres from the place: its south-west corner and its size. */
type Box = readonly [x: number, y: number, width: number, height: number];

/** Children per parent, laid side by side; the first level counts the plant's own. */
const shapes: Readonly<Record<Technology, readonly [type: ComponentType, count: number][]>> = {
  photovoltaic: [
    ["tracker_group", 1],
    ["tracker", 3],
    ["module", 12],
  ],
  parabolic_trough: [
    ["loop", 1],
    ["sca", 2],
    ["sce", 3],
    ["absorber_tube", 3],
  ],
};
const sizes: Readonly<Record<Technology, Box>> = {
  photovoltaic: [0, 0, 16, 14],
  parabolic_trough: [0, 0, 60, 16],
};
const letters: Partial<Record<ComponentType, string>> = {
  tracker_group: "Zone ",
  tracker: "T",
  module: "M",
  loop: "L",
  sca: "SCA",
  sce: "SCE",
  absorber_tube: "HCE",
};

/** Part `at` of `count` of a box: rows one above the other, their parts from west to east. */
function partOf([x, y, width, height]: Box, at: number, count: number, isRow: boolean): Box {
  const gap = 0.1;
  if (isRow) {
    const each = height / count;
    return [x + gap, y + at * each + each * 0.2, width - 2 * gap, each * 0.6];
  }
  const each = width / count;
  return [x + at * each + gap / 2, y + gap, each - gap, height - 2 * gap];
}

/** Component types whose parts lie one above the other in their parent. */
const rows = new Set<ComponentType>(["tracker", "sca"]);

/**
 * The sample for a plant: its components lie around the plant's position, and the name of the file has the name
 * of the plant, as an import demands.
 */
export function sampleTwin(
  technology: Technology,
  plantName: string,
  position: LonLat,
): { readonly file_name: string; readonly text: string } {
  const plane = planeAt(position);
  const features: Feature[] = [];
  const degrees = (value: number) => Math.round(value * 1e8) / 1e8;
  const add = (depth: number, box: Box, parent: string | null) => {
    const level = shapes[technology][depth];
    if (level === undefined) return;
    const [type, count] = level;
    for (let at = 0; at < count; at++) {
      const inner = parent === null ? box : partOf(box, at, count, rows.has(type));
      const [x, y, width, height] = inner;
      const pcs = `${letters[type]}${at + 1}`;
      const dt_id = parent === null ? `sample-${plainName(pcs)}` : `${parent}-${plainName(pcs)}`;
      const corner = (dx: number, dy: number): [number, number] => {
        const [lon, lat] = plane.toLonLat(x + dx, y + dy);
        return [degrees(lon), degrees(lat)];
      };
      const ring = [
        corner(0, 0),
        corner(width, 0),
        corner(width, height),
        corner(0, height),
        corner(0, 0),
      ];
      features.push({
        type: "Feature",
        properties: {
          component_type: type,
          dt_id,
          pcs,
          ...(componentTypes[type].parent !== null && parent !== null && { parent }),
        },
        geometry: { type: "Polygon", coordinates: [ring] },
      });
      add(depth + 1, inner, dt_id);
    }
  };
  add(0, sizes[technology], null);
  const lines = features.map((feature) => JSON.stringify(feature)).join(",\n");
  return {
    file_name: `${plantName.replaceAll(/[^\p{L}\p{N}]+/gu, "-")} sample.geojson`,
    text: `{"type":"FeatureCollection","features":[\n${lines}\n]}\n`,
  };
}
