// The journeys of the everyday `npm test`, by the flow that each stands for. TEST_JOURNEYS=everyday chooses them
// (see vite.config.ts). All journeys are run for a release.

/** @type {readonly { flow: string, files: readonly string[] }[]} */
const flows = [
  { flow: "the main pages without a fault that axe finds", files: ["accessibility"] },
  { flow: "sign-in to coloured map", files: ["sign-in", "colour"] },
  { flow: "upload to release", files: ["survey-phone"] },
  { flow: "flight area to exported route", files: ["flight-area"] },
  { flow: "observation offline and back", files: ["offline"] },
  { flow: "report", files: ["report"] },
  { flow: "administration: users and permissions", files: ["user"] },
  { flow: "the plant in 3D", files: ["space-open"] },
];

/** Paths from the root of the project. */
export const everydayFiles = flows.flatMap(({ files }) =>
  files.map((name) => `tests/e2e/${name}.test.ts`),
);

/** Room tests that are left to the release: they start many servers or read large files, and seldom find a fault. */
export const releaseFiles = [
  "audit",
  "backup",
  "disk-full",
  "hostile",
  "image-survey",
  "outage",
  "outbox-relay",
  "several-servers",
  "shutdown",
  "store-outage",
].map((name) => `tests/${name}.test.ts`);
