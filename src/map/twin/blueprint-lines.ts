// The KML blueprints of the plant in 3D, on the ground.
import { atom } from "jotai";
import type { Rgba } from "../../domain/colour/colour.ts";
import { mapInks } from "../../domain/colour/palette.ts";
import { planeAt, type LonLat } from "../../domain/geometry/plane.ts";
import { blueprintShapesAtom } from "../../state/map/blueprint-shape.ts";
import { shownOpacityAtom } from "../../state/map/layer.ts";
import { schemeAtom } from "../scene.ts";
import { dotAt, type SceneLine } from "./line-primitive.ts";
import { lineOverlay } from "./twin-overlay.ts";

const LINE_PX = 2;
const POINT_PX = 10;
/** Metres: what lies on the ground is seen on it. */
const ON_GROUND = 0.08;

const blueprintLinesAtomOf = (origin: LonLat) =>
  atom((get): readonly SceneLine[] => {
    const opacity = get(shownOpacityAtom)("blueprint");
    const shapes = opacity > 0 ? get(blueprintShapesAtom) : null;
    if (!shapes) return [];
    const [red, green, blue, own] = mapInks[get(schemeAtom)].blueprint;
    const ink: Rgba = [red, green, blue, own * opacity];
    const { toPlane } = planeAt(origin);
    const at = ([lon = 0, lat = 0]: GeoJSON.Position) => [...toPlane(lon, lat), ON_GROUND] as const;
    const line = (positions: readonly GeoJSON.Position[]): SceneLine => ({
      points: positions.map(at),
      inks: [ink],
      width_px: LINE_PX,
    });
    return shapes.features.flatMap(({ geometry }): SceneLine[] => {
      if (geometry.type === "Point") return [dotAt(at(geometry.coordinates), ink, POINT_PX)];
      if (geometry.type === "LineString") return [line(geometry.coordinates)];
      if (geometry.type === "Polygon") return geometry.coordinates.map(line);
      return [];
    });
  });

export const blueprintLines = lineOverlay(blueprintLinesAtomOf);
