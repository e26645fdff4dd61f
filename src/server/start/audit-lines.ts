// Sends each entry of the audit trail to the collector of the log, with its seal: who changes the trail of a machine
// later cannot change what the collector has.
import type { Database, Services } from "../context.ts";
import { lastSealedPosition, readSealedAfter } from "../store/account/audit-trail.ts";
import { withoutSecrets } from "./log.ts";

const everyMs = 1000;
/** Entries of one look. What is left is sent with the next one. */
const mostAtOnce = 500;
/** What was perhaps not sent before the last end is sent again; its position says so. */
const again = 200;

/**
 * Looks again and again until stopped. Several servers on one database send each entry several times.
 * @param write takes a line of JSON at once
 */
export function startAuditLines(
  { log }: Pick<Services, "log">,
  ownerDb: Database,
  write: (line: string) => void,
): { stop(): Promise<void> } {
  let last: number | null = null;
  let isLooking = false;
  let looked: Promise<void> = Promise.resolve();
  const look = async () => {
    isLooking = true;
    try {
      last ??= Math.max(0, (await lastSealedPosition(ownerDb)) - again);
      for (const { created_at, ...audit } of await readSealedAfter(ownerDb, last, mostAtOnce)) {
        const line = { level: 30, time: Date.parse(created_at), msg: "audit", audit };
        write(withoutSecrets(JSON.stringify(line)));
        last = audit.position;
      }
    } catch (error) {
      log.error(error, "entries of the audit trail were not sent to the collector of the log");
    }
    isLooking = false;
  };
  const start = () => {
    if (!isLooking) looked = look();
  };
  start();
  const timer = setInterval(start, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await looked;
      // What the last requests have written.
      await look();
    },
  };
}
