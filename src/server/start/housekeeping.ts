// Deletes expired sessions and confirmations, used proofs, old error reports and leftovers.

import { INBOX_DAYS } from "../../domain/inbox/inbox.ts";
import { limits } from "../../domain/limits.ts";
import type { Database, Services } from "../context.ts";
import { stopIdleMachines } from "../analysis/machine.ts";
import { graceMs, removableLeftovers } from "../leftover/leftover.ts";
import { sweepConfirmations } from "../store/account/confirmation.ts";
import { listCountedPlants, recountColumns } from "../store/plant/column/column-recount.ts";
import { sweepDeletedObservations } from "../store/plant/observation/observation.ts";
import { sweepPhotoParts } from "../store/plant/observation/observation-photo-part.ts";
import { sweepUploads } from "../store/plant/analysis/analysis-upload.ts";
import { expireUploads } from "../upload/finish-upload.ts";
import { sweepReadKeys } from "../store/inbox/inbox.ts";
import { sweepDiagnostics } from "../store/diagnostic.ts";
import { sweepSessions } from "../store/account/session.ts";
import { sweepAccessTokens } from "../store/account/access-token.ts";
import { sweepChallenges } from "../store/account/passkey.ts";
import { sweepBegun } from "../store/account/single-sign-on.ts";
import { sweepKept } from "../store/account/kept-answer.ts";
import { sweepProofs } from "../store/account/used-proof.ts";
import { sweepDeliveries } from "../store/provider/webhook.ts";
import { readTwin } from "../store/plant/twin.ts";
import { fillTwinAreas } from "../store/plant/twin-area.ts";

const minute = 60_000;
const intervalMs = 60 * minute;
/** Outdated counts are on screens, so they are looked for more often. */
const recountMs = 10 * minute;
/** A server that is not needed costs money. */
const serversMs = 5 * minute;
/** Leftovers are looked for once a day: that reads the list of all objects. */
const dailyRuns = 24;

/** Runs now and again and again until stopped. A failure is logged; the next run tries again. */
export function startHousekeeping(
  {
    settings,
    log,
    now,
    files,
    analysisServers,
  }: Pick<Services, "settings" | "log" | "now" | "files" | "analysisServers">,
  ownerDb: Database,
): { stop(): void } {
  let runs = 0;
  const unread = new Set<string>();
  const sweepLeftovers = async (before: Date) => {
    const { data_dir } = settings;
    for await (const found of removableLeftovers({ files, ownerDb, data_dir, before })) {
      await found.remove?.();
      log.info(`removed ${found.words}`);
    }
  };
  /** Finds counts of earlier versions, and those whose counting a crash or a fault prevented. */
  const recount = async () => {
    for (const id of await listCountedPlants(ownerDb)) {
      const twin = await readTwin(ownerDb, id);
      await recountColumns({ db: ownerDb, files }, id, twin).catch((error: unknown) =>
        log.error(error, `the columns of plant ${id} could not be counted`),
      );
    }
  };
  const sweep = async () => {
    const at = now();
    const ago = (minutes: number) => new Date(at.getTime() - minutes * minute);
    const { session_idle_minutes: idle, session_absolute_minutes: absolute } = settings;
    const known = ago(limits.sessionEndHours * 60);
    await sweepSessions(ownerDb, { idle: ago(idle), absolute: ago(absolute), known });
    await sweepConfirmations(ownerDb, at);
    await sweepProofs(ownerDb, at);
    await sweepKept(ownerDb);
    await sweepBegun(ownerDb, at);
    await sweepChallenges(ownerDb, at);
    await sweepAccessTokens(ownerDb, ago(limits.overTokenDays * 24 * 60));
    await sweepDeliveries(ownerDb, ago(limits.webhookDeliveryDays * 24 * 60));
    await expireUploads({ now, settings }, ownerDb);
    await sweepUploads(ownerDb, new Date(at.getTime() - limits.uploadQuarantineMs));
    await sweepDeletedObservations(ownerDb, ago(limits.deletedObservationDays * 24 * 60));
    await sweepPhotoParts(ownerDb, ago(limits.photoPartHours * 60));
    await sweepReadKeys(ownerDb, ago(2 * INBOX_DAYS * 24 * 60));
    await sweepDiagnostics(ownerDb, ago(limits.diagnosticDays * 24 * 60));
    if (runs++ % dailyRuns === 0) await sweepLeftovers(new Date(at.getTime() - graceMs));
  };
  const safely = (work: () => Promise<void>) => () =>
    void work().catch((error: unknown) => log.error(error, "housekeeping failed"));
  /** Crashes leave servers running that no evaluation needs. */
  const stopServers = () => stopIdleMachines({ db: ownerDb, analysisServers }, null);
  const timers = [
    [sweep, intervalMs] as const,
    [recount, recountMs] as const,
    [() => fillTwinAreas({ db: ownerDb, files, log }, unread), recountMs] as const,
    [stopServers, serversMs] as const,
  ].map(([work, ms]) => {
    safely(work)();
    return setInterval(safely(work), ms);
  });
  return { stop: () => timers.forEach((timer) => clearInterval(timer)) };
}
