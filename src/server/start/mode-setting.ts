// What the server runs for: development, tests, staging or production; and whether it has the demo.
import { choice, row } from "./setting-kind.ts";

export const modeSettings = {
  mode: row({
    name: "NODE_ENV",
    fallback: "development",
    meaning:
      "`production` switches off the demo, its accounts, its files and `/demo/mail`, and lets browsers keep the app for use without a network. `staging` does the same under the badge TEST; `DEMO=on` leaves the demo on there.",
    schema: choice("development", "test", "staging", "production"),
  }),
  demo: row({
    name: "DEMO",
    fallback: "on",
    meaning: "`off` does not fill an empty database with the demo.",
    schema: choice("on", "off"),
  }),
} as const;

/** Many people try a staging server, so that it has the demo only if somebody asked for it. */
export function isProduction(mode: string, demo: string | undefined): boolean {
  return mode === "production" || (mode === "staging" && demo !== "on");
}
