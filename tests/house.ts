// The plan of the house as data: who may import whom, where each library lives, what files may be.

type RoomRow = {
  /** Path of the room; the longest path that fits a file names its room. */
  readonly room: string;
  /** Rooms, folders or single files of ours that it may import. "*" is everything. */
  readonly mayImport: readonly string[];
  /** Whether its entries (files or folders; not its index) keep apart from each other. */
  readonly shelf?: boolean;
  /** The entries of a shelf that all others may import: what such a thing is and is made with. */
  readonly contracts?: readonly string[];
};

export const rooms: readonly RoomRow[] = [
  { room: "src/domain", mayImport: [] },
  { room: "src/api", mayImport: ["src/domain"] },
  {
    room: "src/server",
    mayImport: ["src/domain", "src/api", "workers/jobs/index.ts", "locales"],
  },
  { room: "src/server/main.ts", mayImport: ["*"] },
  {
    room: "src/server/handlers",
    mayImport: ["src/domain", "src/api", "src/server", "locales"],
    shelf: true,
  },
  {
    room: "workers/jobs",
    mayImport: [
      "src/domain",
      "src/server/context.ts",
      "src/server/job/job.ts",
      "src/server/store",
      "src/server/twin-file",
      "src/server/result-file",
    ],
    shelf: true,
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
      "src/server/upload/blueprint-upload.ts",
    ],
  },
  { room: "workers/browser", mayImport: ["src/domain"], shelf: true },
  { room: "src/client", mayImport: ["src/domain", "src/api", "workers/browser", "locales"] },
  { room: "src/state", mayImport: ["src/domain", "src/api", "src/client"] },
  { room: "src/ui", mayImport: [] },
  { room: "src/map", mayImport: ["src/domain", "src/state", "src/ui"] },
  { room: "layers", mayImport: ["src/domain", "src/state", "src/map"], shelf: true },
  { room: "tools", mayImport: ["src/domain", "src/state", "src/map"], shelf: true },
  {
    room: "src/panels",
    mayImport: ["src/domain", "src/state", "src/ui"],
    shelf: true,
    contracts: ["panel", "record"],
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
  { libraries: ["ofetch", "dexie"], homes: ["src/client"] },
  {
    libraries: [
      "fastify",
      "@fastify/",
      "drizzle-orm",
      "pg",
      "pg-boss",
      "nodemailer",
      "@node-rs/argon2",
      "@aws-sdk/",
    ],
    homes: server,
  },
  { libraries: ["otpauth", "rate-limiter-flexible"], homes: server },
  { libraries: ["altcha-lib"], homes: [...server, "src/client"] },
  { libraries: ["node:"], homes: [...server, "workers/jobs"] },
  { libraries: ["sharp", "yauzl", "pino"], homes: [...server, "workers/jobs"] },
  { libraries: ["maplibre-gl", "@deck.gl/maplibre", "@deck.gl/mapbox"], homes: ["src/map"] },
  { libraries: ["@deck.gl-community/editable-layers", "terra-draw"], homes: ["src/map"] },
  { libraries: ["@deck.gl/", "@luma.gl/", "cesium", "resium"], homes: ["src/map", "layers"] },
  { libraries: ["react", "react-dom"], homes: screen },
  {
    libraries: ["react-aria-components", "react-resizable-panels", "sonner"],
    homes: ["src/ui", "src/app", "src/panels", "src/state"],
  },
  { libraries: ["jotai"], homes: ["src/state", ...screen.filter((room) => room !== "src/ui")] },
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
export const forbiddenNames = [
  "utils",
  "util",
  "helpers",
  "helper",
  "common",
  "misc",
  "types",
  "manager",
];
