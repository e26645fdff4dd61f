// Styles of the base map.
import type { baseMapApi } from "../../../api/plant/base-map.ts";
import type { Handlers } from "../../implement.ts";

export const baseMapHandlers: Handlers<typeof baseMapApi> = {
  styles: async ({ settings }) => ({
    light: settings.map_style_url ?? settings.map_style?.light ?? null,
    dark: settings.map_style_dark_url ?? settings.map_style?.dark ?? null,
    satellite: settings.map_style_satellite_url ?? settings.map_style?.satellite ?? null,
  }),
};
