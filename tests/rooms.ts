// The rooms as data: who may import whom, where each library lives, what files may be.
import { sharedPanels } from "./shared-panels.ts";

type RoomRow = {
  /** Path of the room; the longest path that fits a file names its room. */
  readonly room: string;
  /** Rooms, folders or single files of ours that it may import. "*" is everything. */
  readonly mayImport: readonly string[];
  /** Whether its entries keep apart from each other: what lies in it, or each file at any depth ("files"). Its index is free. */
  readonly isolated?: boolean | "files";
  /** The entries of an isolated room that all others may import: what such a thing is and is made with. */
  readonly contracts?: readonly string[];
};

/** What each room of the server may use of every other: shapes, rules, words, and what a request carries. */
const serverBase = [
  "src/domain",
  "src/api",
  "locales",
  "src/server/context.ts",
  "src/server/implement.ts",
  "src/server/single-flight.ts",
  "src/server/turn.ts",
  "src/server/program.ts",
  "src/server/translate.ts",
];

/** Rooms of src/server with the rooms beside them that each may import. What is not listed here is not allowed. */
const serverImports: Readonly<Record<string, readonly string[]>> = {
  // What stands below: settings, outside systems, the database.
  adapters: ["start", "store/outage.ts"],
  store: ["adapters", "start", "file-reader"],
  zip: ["adapters"],
  // Formats of files. They know neither requests nor accounts.
  "geo-file": ["zip", "table-file"],
  "file-preview": ["geo-file", "twin-file", "store"],
  "twin-file": ["geo-file", "store"],
  "table-file": ["zip"],
  "result-file": ["zip", "table-file"],
  raster: ["geo-file", "adapters"],
  model: ["zip", "adapters", "file-reader"],
  flight: ["geo-file", "twin-file", "raster", "adapters", "store"],
  report: ["store", "adapters", "file-reader", "zip"],
  "file-reader": (
    "geo-file file-preview twin-file result-file table-file raster model flight report store " +
    "adapters start"
  ).split(" "),
  // What the product does.
  mail: ["store", "adapters"],
  account: ["store", "mail", "start", "adapters"],
  analysis: ["store", "adapters", "file-reader"],
  upload: ["store", "adapters", "file-reader", "analysis", "http", "result-file", "geo-file"],
  result: ["store", "file-reader", "twin-file"],
  finding: ["store", "result", "twin-file"],
  inbox: ["store", "account", "mail"],
  observation: "finding store http result result-file twin-file file-reader upload zip".split(" "),
  job: ["store", "adapters", "file-reader"],
  webhook: ["store", "account", "adapters", "start", "mail"],
  // Who asks.
  handlers: (
    "store adapters start zip twin-file raster flight file-reader mail account analysis upload " +
    "result finding inbox observation job http webhook"
  ).split(" "),
  http: ["store", "start", "account", "mail", "job", "metrics", "demo", "handlers", "scim"],
  scim: ["store", "account", "http"],
  // Commands and what runs beside the requests.
  metrics: ["start"],
  start: ["store", "adapters", "analysis", "leftover", "upload"],
  leftover: ["store", "adapters", "start", "upload", "job"],
  backup: ["store", "adapters", "start"],
  demo: ["store", "mail", "account", "start"],
};

const jobsOf = ["job", "leftover"];
const serverRooms: readonly RoomRow[] = [
  { room: "src/server", mayImport: serverBase },
  { room: "src/server/main.ts", mayImport: ["*"] },
  ...Object.entries(serverImports).map(([name, beside]) => ({
    room: `src/server/${name}`,
    mayImport: [
      ...serverBase,
      ...beside.map((other) => `src/server/${other}`),
      ...(jobsOf.includes(name) ? ["workers/jobs/index.ts"] : []),
    ],
    ...(name === "handlers" && { isolated: "files" as const }),
  })),
];

export const rooms: readonly RoomRow[] = [
  { room: "src/domain", mayImport: [] },
  { room: "src/api", mayImport: ["src/domain"] },
  ...serverRooms,
  {
    room: "workers/jobs",
    mayImport: [
      "src/domain",
      "src/server/analysis",
      "src/server/context.ts",
      "src/server/finding",
      "src/server/flight",
      "src/server/job/job.ts",
      "src/server/report",
      "src/server/store",
      "src/server/file-reader",
      "src/server/result-file",
    ],
    isolated: true,
  },
  {
    room: "src/demo",
    mayImport: [
      "src/domain",
      "src/server/context.ts",
      "src/server/store",
      "src/server/adapters/object-storage.ts",
      "src/server/account/password.ts",
      "src/server/demo/demo-file.ts",
      "src/server/raster/plain-tiff.ts",
      "src/server/file-reader/picture",
      "src/server/file-reader/blueprint-reader.ts",
      "src/server/file-reader/raster/elevation-reader.ts",
      "src/server/file-reader/raster/orthomosaic-reader.ts",
      "src/server/upload/blueprint-upload.ts",
    ],
  },
  { room: "workers/browser", mayImport: ["src/domain"], isolated: true },
  { room: "src/client", mayImport: ["src/domain", "src/api", "workers/browser", "locales"] },
  { room: "src/state", mayImport: ["src/domain", "src/api", "src/client"] },
  { room: "src/ui", mayImport: [] },
  { room: "src/map", mayImport: ["src/domain", "src/state", "src/ui"] },
  { room: "layers", mayImport: ["src/domain", "src/state", "src/map"], isolated: true },
  { room: "tools", mayImport: ["src/domain", "src/state", "src/map"], isolated: true },
  {
    room: "src/panels",
    mayImport: ["src/domain", "src/state", "src/ui"],
    isolated: true,
    contracts: sharedPanels,
  },
  {
    room: "src/app",
    mayImport: [
      "src/domain",
      "src/api",
      "src/client",
      "src/state",
      "src/ui",
      "src/map",
      "src/panels",
      "layers",
      "tools",
      "workers/browser",
      "locales",
    ],
  },
  { room: "tests", mayImport: ["*"] },
];

type LibraryRow = {
  /** Names of packages; one that ends in "/" stands for a whole scope. */
  readonly libraries: readonly string[];
  readonly homes: readonly string[];
};

const server = ["src/server", "src/demo"];
const screen = ["src/ui", "src/map", "src/panels", "src/app", "layers", "tools"];
/** A library that is not listed may be used anywhere. */
export const libraryHomes: readonly LibraryRow[] = [
  { libraries: ["ofetch", "dexie", "tus-js-client"], homes: ["src/client"] },
  { libraries: ["zxing-wasm"], homes: ["src/client"] },
  { libraries: ["hash-wasm"], homes: ["src/domain/upload"] },
  {
    libraries: [
      "fastify",
      "@fastify/",
      "drizzle-orm",
      "pg",
      "pg-boss",
      "prom-client",
      "nodemailer",
      "@node-rs/argon2",
      "@aws-sdk/",
    ],
    homes: server,
  },
  { libraries: ["otpauth", "rate-limiter-flexible"], homes: server },
  { libraries: ["openid-client", "@simplewebauthn/server"], homes: server },
  { libraries: ["@simplewebauthn/browser"], homes: ["src/client"] },
  { libraries: ["altcha-lib"], homes: [...server, "src/client"] },
  { libraries: ["node:"], homes: [...server, "workers/jobs", "src/app/build"] },
  {
    libraries: ["shpjs", "dxf-parser", "wkx", "epsg-index", "hyparquet"],
    homes: ["src/server/geo-file"],
  },
  { libraries: ["sharp", "yauzl", "pino", "geotiff"], homes: [...server, "workers/jobs"] },
  { libraries: ["maplibre-gl", "@deck.gl/maplibre", "@deck.gl/mapbox"], homes: ["src/map"] },
  { libraries: ["@deck.gl-community/editable-layers"], homes: ["src/map"] },
  { libraries: ["@deck.gl/", "@luma.gl/"], homes: ["src/map", "layers"] },
  { libraries: ["cesium", "@cesium/", "resium"], homes: ["src/map/twin"] },
  { libraries: ["react", "react-dom"], homes: screen },
  {
    libraries: ["react-aria-components", "react-resizable-panels", "sonner"],
    homes: ["src/ui", "src/app", "src/panels", "src/state"],
  },
  { libraries: ["jotai"], homes: ["src/state", ...screen.filter((room) => room !== "src/ui")] },
  { libraries: ["@turf/"], homes: ["src/domain/geometry"] },
  { libraries: ["@tmcw/togeojson"], homes: ["src/domain/flight/format"] },
  { libraries: ["culori"], homes: ["src/domain/colour"] },
  { libraries: ["@tanstack/query-core", "jotai-tanstack-query"], homes: ["src/state"] },
  { libraries: ["wouter"], homes: ["src/app", "src/panels", "src/state"] },
];

/** Everything visible at the top; what git ignores stays out of it. */
export const topLevel: readonly string[] = [
  "README.md",
  "layers",
  "locales",
  "package-lock.json",
  "package.json",
  "public",
  "src",
  "tests",
  "tools",
  "tsconfig.json",
  "vite.config.ts",
  "workers",
];
export const ignoredTop: readonly string[] = ["dist", "node_modules", "test-results"];
export const longestFile = 300;
export const forbiddenNames = "utils util helpers helper common misc types manager".split(" ");
/** State that lives as long as the page, by "file" or "file name" below src/state, with its reason; other state ends earlier. */
export const keptByPage: Readonly<Record<string, string>> = {
  "account/brand.ts storedBrandsAtom": "the browser keeps the branding, also for the sign-in page",
  "account/brand.ts linkBrandAtom": "the branding of a mailed link, which has no session yet",
  "account/offline.ts flagAtom": "mirrors the offline flag that the client keeps with the session",
  "account/proof.ts waitingAtom": "mirrors the client, which works before the sign-in",
  "account/session.ts storedSessionAtom": "mirrors the session that the client keeps",
  "import/sending.ts": "one upload of a form; the page asks before it is left meanwhile",
  "map/cover.ts": "elements over the map, which go when they are unmounted",
  "map/headline-form.ts": "the browser keeps whether the summary is open",
  "map/layer.ts layerEntriesAtom": "the list of layers, the same for every plant",
  "map/legend-form.ts": "the browser keeps whether the legend is open",
  "map/tool.ts toolEntriesAtom": "the list of tools, the same for every plant",
  "plant/filter/filter-words.ts noColumns": "an empty map that never changes",
  "plant/image/image-annotation.ts noMarks": "an answer that never changes",
  "plant/column/value-words.ts formats": "number formats by language",
  "settings/order.ts dayAtom": "mirrors the calendar",
  "settings/permission.ts noDraft": "an empty map that never changes",
  "settings/permission.ts noChanges": "an empty map that never changes",
  "settings/plants.ts hiddenColumnsAtom": "the browser keeps which columns are hidden",
  "settings/settings.ts storedWidePanelsAtom": "the browser keeps which panels are wide",
  "upload/other-tab.ts heardAtom": "mirrors what other tabs are sending",
  "map/orthomosaic-thermal.ts tallies": "counts of each tile, kept by the tile",
  "map/orthomosaic-thermal.ts scratch": "room for counting, which holds no count afterwards",
  "shell/undoable.ts remembered": "the browser keeps the choice",
  "shell/dock.ts": "the browser keeps which panels are open",
  "shell/leave.ts": "unsaved work; the sign-out forgets it",
  "shell/lifetime.ts": "makes the lifetimes",
  "shell/locale.ts": "the language of the page",
  "shell/minute.ts": "mirrors the clock of the device",
  "shell/small-screen.ts": "mirrors the width of the window",
  "shell/touch.ts": "mirrors how the device is used",
  "shell/online.ts": "mirrors the browser's network",
  "shell/query.ts readyByValue": "one view of each answer, kept by the answer",
  "shell/retry.ts": "counts retries, which mirror the browser's network",
  "shell/sending.ts": "counts what the page sends by itself",
  "shell/shortcut.ts": "commands that mounted parts of the page register and take away",
  "shell/theme.ts": "the browser keeps the theme",
  "shell/toast.ts": "messages of the page",
  "shell/update.ts": "the version of the page",
};
