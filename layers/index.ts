// The map's layers; the order is the paint order, bottom to top.
import type { MapLayer } from "../src/map/layer.ts";
import { baseMap } from "./base-map.ts";
import { blueprint } from "./blueprint.ts";
import { components } from "./components.ts";
import { controlPoints } from "./control-points.ts";
import { difference } from "./difference.ts";
import { fileOverlay } from "./file-overlay.ts";
import { droneTracks } from "./drone-tracks.ts";
import { flightAreas } from "./flight-areas.ts";
import { flightDrone } from "./flight-drone.ts";
import { flightMissed } from "./flight-missed.ts";
import { flightPhotos } from "./flight-photos.ts";
import { flightWaypoints } from "./flight-waypoints.ts";
import { flightDrawing } from "./flight-drawing.ts";
import { flightRoutes } from "./flight-routes.ts";
import { heatmap } from "./heatmap.ts";
import { highlight } from "./highlight.ts";
import { importPreview } from "./import-preview.ts";
import { images } from "./images.ts";
import { labels } from "./labels.ts";
import { models } from "./models.ts";
import { noFlyAreas } from "./no-fly-areas.ts";
import { observationPhotos } from "./observation-photos.ts";
import { observations } from "./observations.ts";
import { obstacles } from "./obstacles.ts";
import { orthomosaicRgb } from "./orthomosaic-rgb.ts";
import { orthomosaicThermal } from "./orthomosaic-thermal.ts";
import { ownPosition } from "./own-position.ts";
import { plantArea } from "./plant-area.ts";
import { selection } from "./selection.ts";
import { urgentDots } from "./urgent-dots.ts";
import { workOrder } from "./work-order.ts";

export const layers: readonly MapLayer[] = [
  baseMap,
  plantArea,
  fileOverlay,
  orthomosaicRgb,
  orthomosaicThermal,
  models,
  heatmap,
  components,
  difference,
  urgentDots,
  highlight,
  selection,
  blueprint,
  importPreview,
  images,
  droneTracks,
  observationPhotos,
  observations,
  flightAreas,
  noFlyAreas,
  obstacles,
  flightPhotos,
  flightMissed,
  flightRoutes,
  flightWaypoints,
  flightDrone,
  labels,
  workOrder,
  ownPosition,
  flightDrawing,
  controlPoints,
];
