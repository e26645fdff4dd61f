// Styles of the base map.
import type { baseMapApi } from "../../api/base-map.ts";
import type { Handlers } from "../implement.ts";

export const baseMapHandlers: Handlers<typeof baseMapApi> = {
  styles: async ({ settings }) => ({
    light: settings.map_style_url,
    dark: settings.map_style_dark_url,
    satellite: settings.map_style_satellite_url,
  }),
};
