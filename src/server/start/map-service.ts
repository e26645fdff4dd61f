// Known services of map tiles, by name: their styles, and the origins that the browser may ask.
//
// Vector services publish styles whose sources, glyphs and sprites have one origin. Services with pictures
// alone publish no style; theirs are in public/ground, with the attribution that the service demands.

export type MapService = {
  /** Addresses of MapLibre styles; null for the shipped map. */
  readonly light: string | null;
  readonly dark: string | null;
  readonly satellite: string | null;
  /** Origins of everything that the styles load. */
  readonly origins: readonly string[];
};

const none: MapService = { light: null, dark: null, satellite: null, origins: [] };

/** Services without a key. */
const open: Readonly<Record<string, MapService>> = {
  openfreemap: {
    light: "https://tiles.openfreemap.org/styles/liberty",
    dark: "https://tiles.openfreemap.org/styles/dark",
    satellite: null,
    origins: ["https://tiles.openfreemap.org"],
  },
  osm: {
    ...none,
    light: "/ground/osm.json",
    dark: "/ground/osm.json",
    origins: ["https://tile.openstreetmap.org"],
  },
  "esri-imagery": {
    ...none,
    satellite: "/ground/esri-imagery.json",
    origins: ["https://server.arcgisonline.com"],
  },
};

/** Services with a key, written `name:KEY`. */
const keyed: Readonly<Record<string, (key: string) => MapService>> = {
  maptiler: (key) => {
    const style = (name: string) => `https://api.maptiler.com/maps/${name}/style.json?key=${key}`;
    return {
      light: style("streets-v2"),
      dark: style("streets-v2-dark"),
      satellite: style("hybrid"),
      origins: ["https://api.maptiler.com"],
    };
  },
  stadia: (key) => {
    const style = (name: string) =>
      `https://tiles.stadiamaps.com/styles/${name}.json?api_key=${key}`;
    return {
      light: style("alidade_smooth"),
      dark: style("alidade_smooth_dark"),
      satellite: style("alidade_satellite"),
      origins: ["https://tiles.stadiamaps.com"],
    };
  },
};

/** How each known service is written. */
export const mapServiceNames = [
  ...Object.keys(open),
  ...Object.keys(keyed).map((name) => `${name}:KEY`),
];

/** The service of a name, or of the address of a style; null where neither is known. */
export function mapServiceOf(text: string): MapService | null {
  if (Object.hasOwn(open, text)) return open[text] ?? null;
  const [, name = "", key = ""] = /^([a-z]+):([\w-]+)$/.exec(text) ?? [];
  if (Object.hasOwn(keyed, name)) return keyed[name]?.(key) ?? null;
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) return null;
  return { ...none, light: text, dark: text, origins: [url.origin] };
}
