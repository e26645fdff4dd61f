// The style of labels on the map, for all layers.
import { mapInks, type ColourScheme } from "../../domain/colour/palette.ts";

/**
 * Properties of a text layer. deck.gl caches glyphs by font name. Until the product's typeface is loaded,
 * another name is used, so that no glyphs of a fallback font are cached under it.
 */
export function labelStyle(scheme: ColourScheme) {
  const isLoaded = document.fonts?.check("600 12px Inter");
  return {
    getSize: 12,
    fontFamily: isLoaded ? "Inter, sans-serif" : "sans-serif",
    fontWeight: 600,
    fontSettings: { sdf: true, fontSize: 48, buffer: 14, radius: 14 },
    outlineWidth: 8,
    outlineColor: [...mapInks[scheme].halo] as [number, number, number, number],
    characterSet: "auto",
  } as const;
}
