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
    meaning:
      "`off` does not fill an empty database with the demo. Its sign-in links and mailbox answer this machine alone, and a `HOST` that others reach is refused; `public` offers them to everyone.",
    schema: choice("on", "off", "public"),
  }),
} as const;

/** Many people try a staging server, so that it has the demo only if somebody asked for it. */
export function isProduction(mode: string, demo: string | undefined): boolean {
  return mode === "production" || (mode === "staging" && demo !== "on" && demo !== "public");
}

/** Whether an address is of this machine alone: 127.0.0.0/8, ::1, localhost. */
export function isLoopback(host: string): boolean {
  const plain = host.replace(/^::ffff:/i, "").replace(/^\[(.*)\]$/, "$1");
  return plain === "localhost" || plain === "::1" || /^127(\.\d{1,3}){3}$/.test(plain);
}
