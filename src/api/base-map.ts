// The maps service key of the specification: which styles the map may load.
import { baseMapStylesShape } from "../domain/plant/base-map.ts";
import { endpoint } from "./endpoint.ts";

export const baseMapApi = {
  styles: endpoint({
    method: "GET",
    path: "/auth/maps-service-key",
    summary: "Addresses of the map styles, their keys included, as the settings name them.",
    permission: null,
    scope: null,
    answer: baseMapStylesShape,
    offline: "map tiles",
  }),
};
