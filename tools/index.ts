// The map's tools; the order is the toolbar's.
import type { MapTool } from "../src/map/tool.ts";
import { box } from "./box.ts";
import { controlPoint } from "./control-point.ts";
import { flightArea } from "./flight-area.ts";
import { flightRoute } from "./flight-route.ts";
import { lasso } from "./lasso.ts";
import { point } from "./point.ts";
import { zoomBox } from "./zoom-box.ts";

export const tools: readonly MapTool[] = [
  point,
  box,
  lasso,
  zoomBox,
  flightArea,
  flightRoute,
  controlPoint,
];
