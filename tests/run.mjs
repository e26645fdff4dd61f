// `npm test`: what must hold after every change, alone on a fresh clone, closing with one line of counts.
// Words after `--` choose files: `npm test -- plant`. `npm run test:release` runs the rest as well.

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, install, serverBundle } from "../src/server/start/start.mjs";
import { findBrowser } from "./browser.mjs";
import { measurePatience } from "./patience.mjs";
import { broken, printOutcome, root, runFiles, sumOf } from "./suite.mjs";

const words = process.argv.slice(2);

install();
const patience = await measurePatience();
process.stdout.write(`Time limits are ${patience.toFixed(1)} times those of an idle machine.\n`);
const environment = {
  SERVER_BUNDLE: await serverBundle(),
  TEST_PATIENCE: String(patience),
  // Who names files wants those, also where they belong to the release.
  ...(words.length === 0 && { TEST_JOURNEYS: "everyday" }),
};

const outcomes = [];
// The line of counts must not look green above a check that failed long before it.
if (process.env["CHECK_FAILED"]) outcomes.push(broken("npm run check failed, see its FAIL lines."));
// Room tests wait for servers and databases a sixth of their time: journeys run beside them, one at a time, and what
// they print comes after.
const rooms = runFiles(["room-*"], words, environment);
const browser = await findBrowser(root);
const folder = mkdtempSync(join(tmpdir(), "test-journeys-"));
const printed = join(folder, "printed");
const journeys = !build()
  ? broken("The browser app could not be built.")
  : browser === null
    ? broken("No browser: install Chromium, or set CHROMIUM_PATH to one.")
    : runFiles(
        ["e2e"],
        words,
        { ...environment, CHROMIUM_PATH: browser, JOURNEYS_AT_A_TIME: "1" },
        printed,
      );
outcomes.push(await rooms, await journeys);
if (existsSync(printed)) process.stdout.write(readFileSync(printed));
rmSync(folder, { recursive: true, force: true });
const outcome = sumOf(outcomes);
if (outcome.files.length === 0) {
  outcomes.push(broken(`No test was run: ${words.join(" ")}`));
}
process.exit(printOutcome(sumOf(outcomes)));
