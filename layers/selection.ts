// Rings around what is selected or open while its components are too small to be outlined.
import { ScatterplotLayer } from "@deck.gl/layers";
import { planeAt } from "../src/domain/geometry/plane.ts";
import { defineLayer } from "../src/map/layer.ts";
import { metresPerPixel } from "../src/map/component/projection.ts";
import { levelOf, type Scene } from "../src/map/scene.ts";
import { SELECTED } from "../src/state/plant/mark.ts";

const ring = { light: [17, 24, 39, 255], dark: [255, 255, 255, 255] } as const;
const opened = [255, 179, 0, 255] as const;
/** From this size on the component's own outline is seen. */
const OUTLINED_PIXELS = 7;
const MOST_RINGS = 800;

type Ring = { readonly position: [number, number]; readonly open: boolean };

export const selection = defineLayer({
  id: "selection",
  name: "layer:selection",
  visible: true,
  opacity: 1,
  available: (scene) => scene.selection !== null || scene.opened !== null,
  build(scene, opacity) {
    const data = [...selectedRings(scene), ...openRing(scene)];
    if (data.length === 0) return [];
    return [
      new ScatterplotLayer<Ring>({
        id: "selection",
        data,
        opacity,
        filled: false,
        stroked: true,
        getPosition: ({ position }) => position,
        getLineColor: ({ open }) => [...(open ? opened : ring[scene.scheme])],
        radiusUnits: "pixels",
        getRadius: ({ open }) => (open ? 9 : 5),
        lineWidthUnits: "pixels",
        getLineWidth: ({ open }) => (open ? 2.5 : 1.5),
        updateTriggers: { getLineColor: scene.scheme },
      }),
    ];
  },
  bounds: (scene) => {
    const points = [...selectedPoints(scene), ...openRing(scene).map((r) => r.position)];
    if (points.length === 0) return null;
    const lons = points.map(([lon]) => lon);
    const lats = points.map(([, lat]) => lat);
    return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
  },
});

function selectedRings(scene: Scene): Ring[] {
  const level = scene.selection && levelOf(scene, scene.selection.component_type);
  const zoom = scene.camera?.zoom;
  if (!level?.mesh || zoom === undefined) return [];
  const pixels = level.mesh.size / metresPerPixel(zoom, scene.origin);
  if (pixels >= OUTLINED_PIXELS) return [];
  return selectedPoints(scene).map((position) => ({ position, open: false }));
}

type Kept = Pick<Scene, "selection" | "markVersion" | "levels"> & { points: [number, number][] };
let kept: Kept | null = null;

/** Kept, because the pointer makes a new scene many times a second and a million rows are looked through. */
function selectedPoints(scene: Scene): [number, number][] {
  const { selection: chosen, markVersion, levels } = scene;
  const same =
    kept?.selection === chosen && kept.markVersion === markVersion && kept.levels === levels;
  if (!same)
    kept = { selection: chosen, markVersion, levels, points: findPoints(scene, MOST_RINGS) };
  return kept!.points;
}

/** Centres of selected rows; of very many only some, evenly by row. */
function findPoints(scene: Scene, most: number): [number, number][] {
  const { selection: chosen, origin } = scene;
  const level = chosen && levelOf(scene, chosen.component_type);
  if (!chosen || !level?.marks) return [];
  const { centreX, centreY } = level.geometry;
  const plane = planeAt(origin);
  const stride = Math.ceil(chosen.count / most);
  const points: [number, number][] = [];
  let seen = 0;
  for (let row = 0; row < level.marks.length; row += 1) {
    if ((level.marks[row]! & SELECTED) === 0) continue;
    if (seen % stride === 0) points.push(plane.toLonLat(centreX[row]!, centreY[row]!));
    seen += 1;
  }
  return points;
}

function openRing(scene: Scene): Ring[] {
  const level = scene.opened && levelOf(scene, scene.opened.component_type);
  if (!scene.opened || !level) return [];
  const { row } = scene.opened;
  const { centreX, centreY } = level.geometry;
  const position = planeAt(scene.origin).toLonLat(centreX[row]!, centreY[row]!);
  return [{ position, open: true }];
}
