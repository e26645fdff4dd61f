// The parts of `npm run test:release`. Together they run every test file in full; tests/parts.test.ts holds that.

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {string} what what it runs, in a few words
 * @property {readonly string[]} projects projects of vite.config.ts
 * @property {readonly string[]} files beginnings of paths
 * @property {readonly string[]} [without] beginnings of paths that other parts run
 */

/** Journeys that repeat what takes a minute each time. */
const longJourneys = ["outbox-kill", "update-work", "one-picture"].map(
  (name) => `tests/e2e/${name}.test.ts`,
);

/** Room tests that kill servers, fill disks or stop a database, many times. */
const kills = [
  "auto-export-crash",
  "campaign-crash",
  "crash",
  "disk-full",
  "evaluation-crash",
  "export-crash",
  "outage",
  "outbox-crash",
  "report-crash",
  "state-crash",
  "store-outage",
  "upload-crash",
].map((name) => `tests/${name}.test.ts`);

/** Room tests that send the server what it never expects. */
const hostile = ["fuzz", "hostile", "outbox-relay"].map((name) => `tests/${name}.test.ts`);

const rooms = ["room-*"];
const journeys = ["e2e"];

/** @type {readonly Part[]} */
export const parts = [
  {
    name: "rooms",
    what: "room tests with all their rounds",
    projects: rooms,
    files: ["src/", "layers/", "tools/", "workers/", "tests/"],
    without: [...kills, ...hostile],
  },
  { name: "hostile", what: "nasty requests, files and networks", projects: rooms, files: hostile },
  { name: "kills", what: "kills, full disks and outages", projects: rooms, files: kills },
  {
    name: "journeys-a-f",
    what: "journeys whose names begin with a to f",
    projects: journeys,
    files: [..."abcdef"].map((letter) => `tests/e2e/${letter}`),
    without: longJourneys,
  },
  {
    name: "journeys-g-o",
    what: "journeys whose names begin with g to o",
    projects: journeys,
    files: [..."ghijklmno"].map((letter) => `tests/e2e/${letter}`),
    without: longJourneys,
  },
  {
    name: "journeys-p-z",
    what: "journeys whose names begin with p to z",
    projects: journeys,
    files: [..."pqrstuvwxyz"].map((letter) => `tests/e2e/${letter}`),
    without: longJourneys,
  },
  {
    name: "journeys-long",
    what: "journeys that kill the browser, update the app and compare pictures, again and again",
    projects: journeys,
    files: longJourneys,
  },
];

/**
 * The test files of a part.
 * @param {Part} part
 * @param {readonly string[]} all paths of all test files, from the project's folder
 */
export function filesOf({ files, without = [], projects }, all) {
  const isJourney = (/** @type {string} */ file) => file.startsWith("tests/e2e/");
  return all.filter(
    (file) =>
      isJourney(file) === projects.includes("e2e") &&
      files.some((start) => file.startsWith(start)) &&
      !without.some((start) => file.startsWith(start)),
  );
}
