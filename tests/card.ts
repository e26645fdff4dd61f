// The packages of the design card, and where each is used. `tests/card.test.ts` holds the table to the code.

export type CardRow = {
  /** As the card names it. */
  readonly card: string;
  /** The packages that we import for it; one that ends in "/" stands for a whole scope. */
  readonly packages: readonly string[];
  /** A file or folder that imports one of them; null where none does yet. */
  readonly home: string | null;
  /** Why no file imports it yet. */
  readonly whyNot?: string;
};

export const card: readonly CardRow[] = [
  { card: "react", packages: ["react"], home: "src/ui" },
  { card: "react-dom", packages: ["react-dom"], home: "src/app/main.tsx" },
  { card: "wouter", packages: ["wouter"], home: "src/app/page" },
  { card: "jotai", packages: ["jotai"], home: "src/state" },
  { card: "deck.gl", packages: ["@deck.gl/core", "@deck.gl/layers"], home: "layers" },
  {
    card: "@deck.gl/geo-layers",
    packages: ["@deck.gl/geo-layers"],
    home: "layers/flight-drone.ts",
  },
  { card: "maplibre-gl", packages: ["maplibre-gl"], home: "src/map" },
  { card: "@turf/turf", packages: ["@turf/"], home: "src/domain/geometry" },
  {
    card: "@tmcw/togeojson",
    packages: ["@tmcw/togeojson"],
    home: "src/domain/flight/format/feature-kml.ts",
  },
  { card: "proj4", packages: ["proj4"], home: "src/domain/geometry/crs.ts" },
  { card: "flatgeobuf", packages: ["flatgeobuf"], home: "src/server/twin-file" },
  {
    card: "@nebula.gl/editor",
    packages: ["@deck.gl-community/editable-layers"],
    home: "src/map/drawing",
  },
  { card: "cesium", packages: ["cesium", "@cesium/"], home: "src/map/twin" },
  {
    card: "resium",
    packages: ["resium"],
    home: "src/map/twin/plant-models.tsx",
  },
  { card: "ofetch", packages: ["ofetch"], home: "src/client" },
  { card: "i18next", packages: ["i18next"], home: "src/client/i18n.ts" },
  { card: "dexie", packages: ["dexie"], home: "src/client" },
  { card: "vite", packages: ["vite"], home: "src/app/build" },
  { card: "vitest", packages: ["vitest"], home: "tests" },
  { card: "playwright", packages: ["playwright"], home: "tests/e2e" },
];
