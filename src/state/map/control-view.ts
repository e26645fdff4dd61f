// What the map shows while control points are set: the picture where its file states it, under a pale plant.
import { atom } from "jotai";
import { componentCorners } from "../../domain/component/corner.ts";
import { surveyedType } from "../../domain/evaluation/survey-log.ts";
import { movedBy } from "../../domain/evaluation/place/pose.ts";
import { localPlaneAt } from "../../domain/geometry/local-plane.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import type { OrthomosaicKind } from "../../domain/raster/orthomosaic.ts";
import type { Place } from "../../domain/flight/route/flight-route.ts";
import { analysisIdAtom } from "../plant/analysis/analysis.ts";
import { geometryOf, geometryVersionAtom, plantKey, twinAtom } from "../plant/plant.ts";
import { perPlant } from "../shell/lifetime.ts";
import { valueOf } from "../shell/loaded.ts";
import { reload } from "../shell/query.ts";
import { reloadCounted } from "../plant/column/counted.ts";
import { leadKeyFigure } from "../../domain/key-figure/lead.ts";
import { chooseKeyFigure, keyFigureIdAtom, keyFiguresAtom } from "../plant/column/key-figure.ts";
import { replaceColumns } from "../plant/column/column.ts";
import { reloadPlants } from "../settings/plants.ts";
import {
  controlFitAtom,
  controlPointTool,
  controlRasterAtom,
  controlListAtom,
  shownControlAtom,
} from "./control-point.ts";
import { fadeLayer, shownLayersAtom, showLayer } from "./layer.ts";
import { orthomosaicLayerId, orthomosaicsOf, previewPlacement } from "./orthomosaic.ts";
import { toolIdAtom } from "./tool.ts";

/** Opacity of the components above the picture. */
const PALE = 0.35;
const COMPONENTS = "components";
/** Metres around a point in which the plant is drawn as the points would place it, and components at most. */
const AROUND_M = 15;
const MOST_OUTLINES = 400;

/** True while the panel of control points is on the screen. */
export const controlOpenAtom = perPlant(false);

const before = perPlant<{ readonly opacity: number } | null>(null);

/** The picture of the raster whose points are set; null while it is not known, or not prepared. */
export const controlPictureAtom = atom((get) => {
  const id = get(controlRasterAtom)?.orthomosaic_id ?? null;
  const analysis = get(analysisIdAtom);
  if (id === null || analysis === null) return null;
  const mosaic = valueOf(get(orthomosaicsOf(analysis)))?.find((one) => one.id === id);
  return mosaic?.picture ? { id, kind: mosaic.picture.kind } : null;
});

/** Takes the tool, shows the picture of the raster where its file states it, and lets the components fade. */
export const beginControl = atom(
  null,
  (get, set, picture: { id: number; kind: OrthomosaicKind }) => {
    set(controlOpenAtom, true);
    set(toolIdAtom, controlPointTool);
    set(showLayer, orthomosaicLayerId[picture.kind], true);
    set(previewPlacement, picture.id, "stated");
    const shown = get(shownLayersAtom).find((one) => one.id === COMPONENTS);
    if (!shown || get(before) !== null || shown.opacity <= PALE) return;
    set(before, { opacity: shown.opacity });
    set(fadeLayer, COMPONENTS, PALE);
  },
);

/** Puts the tool down, and shows the plant as it was. */
export const endControl = atom(null, (get, set) => {
  set(controlOpenAtom, false);
  if (get(toolIdAtom) === controlPointTool) set(toolIdAtom, null);
  for (const { orthomosaic_id: id } of valueOf(get(controlListAtom))?.rasters ?? [])
    if (id !== null) set(previewPlacement, id, null);
  const kept = get(before);
  if (!kept) return;
  set(before, null);
  set(fadeLayer, COMPONENTS, kept.opacity);
});

/** Outlines of components near the points, where the picture shows them by these points. */
export const controlOutlinesAtom = atom((get): readonly (readonly Place[])[] => {
  get(geometryVersionAtom);
  const twin = valueOf(get(twinAtom));
  const type = twin && surveyedType(twin);
  const geometry = type ? geometryOf(type) : undefined;
  const fit = get(controlFitAtom);
  if (!twin || !geometry || !fit) return [];
  const plane = planeAt(twin.origin);
  const moved = movedBy(fit.pose, fit.middle);
  // Points are fitted in metres on the ground.
  const ground = localPlaneAt(twin.origin);
  const movedPlace = (place: Place) => ground.toLonLat(...moved(...ground.toPlane(...place)));
  const places = get(shownControlAtom).flatMap(({ place }) =>
    place ? [plane.toPlane(place[0], place[1])] : [],
  );
  const outlines: Place[][] = [];
  for (let row = 0; row < geometry.count && outlines.length < MOST_OUTLINES; row++) {
    if (!(geometry.length[row]! > 0)) continue;
    const [x, y] = [geometry.centreX[row]!, geometry.centreY[row]!];
    if (!places.some(([px, py]) => Math.hypot(px - x, py - y) <= AROUND_M)) continue;
    const ring = componentCorners(geometry, row).map((corner) =>
      movedPlace(plane.toLonLat(...corner)),
    );
    outlines.push([...ring, ring[0]!]);
  }
  return outlines;
});

/** Fetches again what an evaluation has changed of the analysis on the map. */
export const reloadEvaluated = atom(null, async (get, set): Promise<void> => {
  const id = get(analysisIdAtom);
  await replaceColumns(() => reload(plantKey("columns")));
  const others = ["control-points", "value-origin", "analyses"].map((name) =>
    reload(plantKey(name)),
  );
  await Promise.all([...others, reloadCounted(id ?? undefined)]);
  // Before, there may have been nothing to choose.
  const offered = get(keyFiguresAtom).map(({ id: one }) => one);
  const lead = get(keyFigureIdAtom) === null ? leadKeyFigure(offered) : undefined;
  if (lead) set(chooseKeyFigure, lead.id);
  void reloadPlants();
});
