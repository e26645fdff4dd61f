// The KML blueprints of the plant in 3D, on the ground.
import { atom } from "jotai";
import type { Rgba } from "../../domain/colour/colour.ts";
import { mapInks } from "../../domain/colour/palette.ts";
import { planeAt, type LonLat } from "../../domain/geometry/plane.ts";
import { alongGround } from "../../domain/twin-view/ground-surface.ts";
import { blueprintShapesAtom } from "../../state/map/blueprint-shape.ts";
import { groundAtom } from "../../state/map/ground.ts";
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
    const ground = get(groundAtom);
    const along = (positions: readonly GeoJSON.Position[]) =>
      alongGround(
        positions.map(([lon = 0, lat = 0]) => toPlane(lon, lat)),
        ground,
        ON_GROUND,
      );
    const line = (positions: readonly GeoJSON.Position[]): SceneLine => ({
      points: along(positions),
      inks: [ink],
      width_px: LINE_PX,
    });
    return shapes.features.flatMap(({ geometry }): SceneLine[] => {
      if (geometry.type === "Point")
        return along([geometry.coordinates]).map((point) => dotAt(point, ink, POINT_PX));
      if (geometry.type === "LineString") return [line(geometry.coordinates)];
      if (geometry.type === "Polygon") return geometry.coordinates.map(line);
      return [];
    });
  });

export const blueprintLines = lineOverlay(blueprintLinesAtomOf);
