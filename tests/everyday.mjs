// The journeys of the everyday `npm test`, by the flow that each stands for. TEST_JOURNEYS=everyday chooses them
// (see vite.config.ts). All journeys are run for a release.

/** @type {readonly { flow: string, files: readonly string[] }[]} */
const flows = [{ flow: "sign-in to coloured map", files: ["sign-in"] }];

/** Paths from the root of the project. */
export const everydayFiles = flows.flatMap(({ files }) =>
  files.map((name) => `tests/e2e/${name}.test.ts`),
);
