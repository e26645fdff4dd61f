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
];

/** Paths from the root of the project. */
export const everydayFiles = flows.flatMap(({ files }) =>
  files.map((name) => `tests/e2e/${name}.test.ts`),
);

/**
 * Room tests that are left to the release and to `npm run test:changed`: they start many servers, read large files or
 * compare with other programs pixel by pixel, and seldom find a fault that no test of every day finds.
 */
export const releaseFiles = [
  "src/demo/seed",
  "src/domain/evaluation/image-survey",
  "src/domain/evaluation/place/control-doubt",
  "src/domain/evaluation/row/row-survey",
  "src/domain/evaluation/spot/blurred-side",
  "src/domain/evaluation/spot/edge-blur",
  "src/domain/evaluation/spot/least-hotspot",
  "src/domain/evaluation/spot/resampling",
  "src/domain/evaluation/spot/spot-place",
  "src/domain/evaluation/spot/spot-restore",
  "src/domain/evaluation/spot/spot-shape",
  "src/domain/evaluation/substring/even-part",
  "src/domain/evaluation/substring/half-substring",
  "src/domain/evaluation/visible/visible-survey",
  "src/domain/evaluation/weakest-fault",
  "src/domain/geometry/ground-geometry",
  "src/server/account/sign-on-race",
  "src/server/adapters/gpu-cloud",
  "src/server/adapters/growing",
  "src/server/adapters/outside-hostile",
  "src/server/adapters/postgres",
  "src/server/adapters/store-silence",
  "src/server/backup/backup",
  "src/server/file-reader/orthomosaic-tile",
  "src/server/file-reader/picture/broken-jpeg",
  "src/server/file-reader/picture/picture",
  "src/server/geo-file/system/system",
  "src/server/handlers/analysis/reflection-review",
  "src/server/handlers/analysis/unmeasured",
  "src/server/handlers/plant/work-order-file-large",
  "src/server/http/guessing",
  "src/server/http/slow-client",
  "src/server/job/fair-turn",
  "src/server/leftover/broken",
  "src/server/leftover/broken-audit",
  "src/server/raster/open-raster-gdal",
  "src/server/raster/tile-gdal",
  "src/server/raster/zonal-gdal",
  "src/server/result-file/bad-files",
  "src/server/scim/scim-limits",
  "src/server/scim/scim-okta",
  "src/server/store/audit-seal-upgrade",
  "src/server/twin-file/hostile-file",
  "src/server/twin-file/outline-kept",
  "src/server/upload/digital-twin-identity",
  "src/server/upload/sample-file",
  "tests/audit",
  "tests/backup",
  "tests/broken-survey",
  "tests/disk-full",
  "tests/hostile",
  "tests/image-survey",
  "tests/largest-body",
  "tests/largest-list",
  "tests/outage",
  "tests/outbox-relay",
  "tests/secrets",
  "tests/several-servers",
  "tests/shutdown",
  "tests/start",
  "tests/store-outage",
  "workers/jobs/check-orthomosaic-fit",
].map((name) => `${name}.test.ts`);
