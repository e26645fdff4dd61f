// `npm test`: what must hold after every change, alone on a fresh clone, closing with one line of counts.
// Words after `--` choose files: `npm test -- plant`. `npm run test:release` runs the rest as well.

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
outcomes.push(runFiles(["room-*"], words, environment));
const browser = await findBrowser(root);
if (!build()) outcomes.push(broken("The browser app could not be built."));
else if (browser === null) {
  outcomes.push(broken("No browser: install Chromium, or set CHROMIUM_PATH to one."));
} else {
  outcomes.push(runFiles(["e2e"], words, { ...environment, CHROMIUM_PATH: browser }));
}
const outcome = sumOf(outcomes);
if (outcome.files.length === 0) {
  outcomes.push(broken(`No test was run: ${words.join(" ")}`));
}
process.exit(printOutcome(sumOf(outcomes)));
