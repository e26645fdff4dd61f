// The map styles ("maps service key" in the specification).
import { baseMapStylesShape } from "../../domain/plant/base-map.ts";
import { endpoint } from "../endpoint.ts";

export const baseMapApi = {
  styles: endpoint({
    method: "GET",
    path: "/auth/maps-service-key",
    summary: "Addresses of the map styles from the settings, including their keys.",
    permission: null,
    scope: null,
    answer: baseMapStylesShape,
    offline: "map tiles",
  }),
};
