// What the map of a plant loads before anybody has opened anything: no library and no panel that waits until then.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { panels } from "../src/panels/index.ts";
import { loadedAtOnce } from "./import-graph.ts";

const root = join(import.meta.dirname, "..");

const overMap = panels.filter(({ dock }) => dock === "map").map(({ id }) => id);
/** The file of a panel over the map, as its declaration loads it. */
const fileOf = (id: string) =>
  `src/panels/${id}/${{ "survey-image": "survey-images" }[id] ?? id}.tsx`;

const loaded = loadedAtOnce(root, [
  "src/app/main.tsx",
  "src/app/signed-in.tsx",
  "src/app/workbench/workbench.tsx",
  "src/map/plant-map.tsx",
  "layers/index.ts",
  "tools/index.ts",
  "src/app/outbox/outbox-mark.tsx",
  "src/app/offline/offline-mark.tsx",
  ...overMap.map(fileOf),
]);
const chainOf = (name: string) => loaded.get(name)?.join(" < ");

/** What the map and its frame are made of. A further one makes every start slower: load it where it is used. */
const libraries = new Set([
  "react",
  "react-dom",
  "jotai",
  "jotai-tanstack-query",
  "@tanstack/query-core",
  "wouter",
  "i18next",
  "ofetch",
  "zod",
  "lru-cache",
  "culori",
  "sonner",
  "lucide-react",
  "react-aria-components",
  "react-resizable-panels",
  "maplibre-gl",
  "@deck.gl/core",
  "@deck.gl/layers",
  // One layer of it, about 1 kB: the rest is left out by the build.
  "@deck.gl/geo-layers",
  "@deck.gl/maplibre",
  "@luma.gl/core",
  "@luma.gl/engine",
  "topojson-client",
  "suncalc",
  "earcut",
  // Parts of turf for drawing and measuring, a few kB each.
  "@turf/bbox",
  "@turf/bearing",
  "@turf/boolean-point-in-polygon",
  "@turf/distance",
  "@turf/helpers",
  // The addresses of files that are loaded later.
  "world-atlas",
  "zxing-wasm",
]);
const libraryOf = (name: string) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;

test("the map of a plant loads only the libraries that it is made of", () => {
  const packages = [...loaded.keys()].filter(
    (name) => !/^(src|layers|tools|workers|locales)\//.test(name),
  );
  const others = packages.filter((name) => !libraries.has(libraryOf(name)));
  expect(others.map(chainOf)).toEqual([]);
  // Each of the list is there, so that the list says what is loaded.
  const used = new Set(packages.map(libraryOf));
  expect([...libraries].filter((name) => !used.has(name))).toEqual([]);
});

test("the page of the sign-in loads neither the calls nor what is drawn on maps", () => {
  const first = loadedAtOnce(root, ["src/app/main.tsx", "src/panels/login/login.tsx"]);
  const heavy =
    /^(zod|jotai-tanstack-query|react-aria-components|maplibre-gl|@deck\.gl|@turf|src\/api)(\/|$)/;
  const found = [...first]
    .filter(([name]) => heavy.test(name))
    .map(([, chain]) => chain.join(" < "));
  expect(found).toEqual([]);
});

test("no panel is loaded that is not over the map", () => {
  const folders = [...loaded.keys()].flatMap((name) => {
    const [, folder] = /^src\/panels\/([^/]+)\/(?!panel\.ts$)/.exec(name) ?? [];
    return folder === undefined ? [] : [folder];
  });
  const others = new Set(folders.filter((folder) => !overMap.includes(folder)));
  // One line of text, which its declaration holds itself.
  others.delete("redirecting");
  expect([...others]).toEqual([]);
  for (const id of overMap) expect(folders).toContain(id);
});

test("dialogs, forms and what keeps a plant on the device wait until they are used", () => {
  const later = [
    "src/app/offline/take-offline.tsx",
    "src/app/offline/go-online.tsx",
    "src/app/outbox/outbox-dialog.tsx",
    "src/app/outbox/sign-out-question.tsx",
    "src/app/upload/tray-lines.tsx",
    "src/app/header/switch-dialog.tsx",
    "src/client/offline/offline-fill.ts",
    "src/client/offline/offline-store.ts",
    "src/client/outbox/outbox-tables.ts",
    "src/panels/legend/limits-form.tsx",
    "src/panels/legend/ramp-form.tsx",
    "src/panels/legend/palette-form.tsx",
    "src/panels/observation/observations.tsx",
    "src/panels/observation-photo/photo-lightbox.tsx",
    "src/panels/survey-image/images-dialog.tsx",
    "src/panels/space/space-card.tsx",
    "src/map/twin/twin-view.tsx",
    "src/panels/number-field/number-field.tsx",
    "src/ui/form/combo-box.tsx",
  ];
  // A file that was renamed would pass here for ever.
  expect(later.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(later.flatMap((file) => chainOf(file) ?? [])).toEqual([]);
});
