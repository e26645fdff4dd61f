// What is drawn over the plant in 3D, in this order.
import { flightAreas } from "./flight-areas.ts";
import { flightDrone } from "./flight-drone.ts";
import { flightPhotos } from "./flight-photos.ts";
import { flightRoutes } from "./flight-routes.ts";
import type { TwinOverlay } from "./twin-overlay.ts";

export const twinOverlays: readonly TwinOverlay[] = [
  flightAreas,
  flightPhotos,
  flightRoutes,
  flightDrone,
];
