// How names stand on the map, whichever layer writes them.
import { mapInks, type ColourScheme } from "../../domain/colour/palette.ts";

/**
 * Properties of a text layer. Glyphs are drawn once and kept by the name of their face: until the
 * product's own has come, another name is used, so that none stays in a stand-in.
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
