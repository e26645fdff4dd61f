// What nobody asks for and somebody must do: forgetting sessions and confirmations
// that are over, old error reports, and uploads that nobody finished.

import { limits } from "../../domain/limits.ts";
import type { Database, Services } from "../context.ts";
import { sweepConfirmations } from "../store/account/confirmation.ts";
import { sweepDiagnostics } from "../store/diagnostic.ts";
import { sweepSessions } from "../store/account/session.ts";
import { sweepProofs } from "../store/account/used-proof.ts";
import { sweepStaging } from "../store/plant/twin-staging.ts";

const minute = 60_000;
const every = 60 * minute;

/** Sweeps now and every hour until stopped. A sweep that fails is logged and tried again. */
export function keepHouse(
  { settings, log, now, files }: Pick<Services, "settings" | "log" | "now" | "files">,
  ownerDb: Database,
): { stop(): void } {
  const sweep = async () => {
    const at = now();
    const ago = (minutes: number) => new Date(at.getTime() - minutes * minute);
    const { session_idle_minutes: idle, session_absolute_minutes: absolute } = settings;
    await sweepSessions(ownerDb, ago(idle), ago(absolute));
    await sweepConfirmations(ownerDb, at);
    await sweepProofs(ownerDb, at);
    await sweepDiagnostics(ownerDb, ago(limits.diagnosticDays * 24 * 60));
    await sweepStaging(ownerDb, files, ago(24 * 60));
  };
  const sweepSafely = () =>
    void sweep().catch((error: unknown) => log.error(error, "sessions were not swept"));
  sweepSafely();
  const timer = setInterval(sweepSafely, every);
  return { stop: () => clearInterval(timer) };
}
