// Starts the server or a worker: settings, data folder, database, adapters, jobs, HTTP. Closes them in reverse order.

import type { Server, ServerResponse } from "node:http";
import { join } from "node:path";
import { jobs as registry } from "../../workers/jobs/index.ts";
import { openLocalAnalysisServer } from "./adapters/analysis-server.ts";
import { openDroneClouds } from "./adapters/drone-cloud-choice.ts";
import { openFlightAppOf } from "./adapters/flight-app-choice.ts";
import { openGpuCloud } from "./adapters/gpu-cloud-choice.ts";
import { openDisk } from "./adapters/disk.ts";
import { openLogCollector, type LogCollector } from "./adapters/log-collector.ts";
import { openMail } from "./adapters/mail.ts";
import { openObjectStore } from "./adapters/object-choice.ts";
import { openVirusScanner } from "./adapters/virus-scanner.ts";
import type { Services } from "./context.ts";
import { refreshDemoFile, refuseDemoInProduction } from "./demo/demo-file.ts";
import { openDataFolder } from "./start/data-folder.ts";
import { doDemoWork, planDemoWork } from "./demo/demo-work.ts";
import { demoWork } from "../demo/work/index.ts";
import { seedDemo } from "../demo/seed.ts";
import { provideFirstAccount } from "./account/first-account.ts";
import { openHealth } from "./start/health.ts";
import { startWebhooks } from "./webhook/deliver.ts";
import { startInboxMails } from "./inbox/inbox-mail.ts";
import { startHousekeeping } from "./start/housekeeping.ts";
import { removeDeadFolders } from "./store/work-folder.ts";
import { openApp } from "./http/http.ts";
import { openJobs } from "./job/jobs.ts";
import { openMetrics, type Metrics } from "./metrics/metrics.ts";
import { openMetricsServer } from "./metrics/metrics-server.ts";
import { openReaders } from "./file-reader/readers.ts";
import { startAuditLines } from "./start/audit-lines.ts";
import { openLog } from "./start/log.ts";
import { inSources } from "./start/source-place.ts";
import { findPort, portTaken } from "./start/port.ts";
import { readSettings, type Settings } from "./start/settings.ts";
import { openParts, shutdownRequest } from "./start/shutdown.ts";
import { followSockets } from "./start/sockets.ts";
import { isStartFault, systemCode } from "./start/start-fault.ts";
import { connect, provideDatabase } from "./store/database.ts";
import { watchDatabase } from "./store/database-watch.ts";
import { reconcileRoles } from "./store/account/role-upgrade.ts";
import { writeShippedModels } from "./store/provider/drone-model.ts";
import { migrate } from "./store/migrate.ts";
import { claimStore } from "./store/store-marker.ts";

const root = join(import.meta.dirname, "..", "..");
const parts = openParts();
const shutdown = shutdownRequest();
const stopping = new AbortController();
void shutdown.asked.then((reason) => {
  // Who finds the server ended must be able to tell why. A closed terminal must not keep the database from ending.
  process.stdout.on("error", () => undefined);
  process.stdout.write(`The server ends: ${reason}\n`);
  stopping.abort();
});

/** Opens the services that servers and workers share. */
async function openServices(settings: Settings, isWorker: boolean) {
  const collector = openCollector(settings);
  const log = openLog(settings, undefined, collector);
  const { signal } = stopping;
  const starting = provideDatabase(settings, { attach: isWorker, signal, log });
  // Registered before it runs, so that an early Ctrl-C stops the database as well.
  const stop = () => starting.then((database) => database.stop()).catch(() => undefined);
  parts.add({ name: "database", within: 15_000, always: true, end: stop });
  const provider = await starting;
  await migrate(provider);
  const app = connect(provider.appUrl, 16);
  const owner = connect(provider.ownerUrl, 8, { seesAll: true });
  const watch = watchDatabase(provider.ownerUrl, [app, owner], (isAway) =>
    log.error(isAway ? "the database does not answer" : "the database answers again"),
  );
  const disconnect = () => {
    watch.stop();
    return Promise.all([app.close(), owner.close()]);
  };
  parts.add({ name: "connections", within: 1500, end: disconnect });
  const files = await openObjectStore(settings);
  await claimStore(owner.db, files, settings);
  const mail = await openMail(settings);
  const scanner = openVirusScanner(settings, log);
  void scanner?.isThere().then((isThere) => {
    if (!isThere) log.error("the virus scanner does not answer: no file is taken until it does");
  });
  const readers = openReaders(settings);
  parts.add({ name: "readers of files", within: 1000, end: readers.close });
  const now = () => new Date();
  const analysisServers = openLocalAnalysisServer(files);
  const flown = { droneClouds: openDroneClouds(settings), flightApp: openFlightAppOf(settings) };
  const outside = {
    files,
    mail,
    scanner,
    analysisServers,
    gpuCloud: openGpuCloud(settings),
    ...flown,
  };
  const services: Services = { db: app.db, ...outside, readers, settings, log, now };
  const pools = { app: app.pool, owner: owner.pool };
  return {
    services,
    collector,
    ownerDb: owner.db,
    provider,
    metrics: await serveMetrics(services, owner.db, pools),
  };
}

/** Null without one in the settings. What it has to say itself is printed beside the log. */
function openCollector({ log_collector }: Settings): LogCollector | null {
  if (log_collector === null) return null;
  const say = (level: "warn" | "info", msg: string) => {
    const line = { level: level === "warn" ? 40 : 30, time: Date.now(), msg };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  };
  const collector = openLogCollector(log_collector, say);
  parts.add({ name: "collector of the log", within: 1500, end: () => collector.close() });
  return collector;
}

/** Null if no port is set for them. */
async function serveMetrics(
  { settings, log }: Services,
  ...[ownerDb, pools]: Parameters<typeof openMetrics>
): Promise<Metrics | null> {
  const { metrics_port: port, metrics_host: host } = settings;
  if (port === null) return null;
  const metrics = openMetrics(ownerDb, pools);
  const server = await openMetricsServer(metrics, { host, port, log });
  parts.add({ name: "metrics", within: 1000, end: server.close });
  return metrics;
}

async function serve(settings: Settings): Promise<void> {
  const folder = await openDataFolder(settings.data_dir);
  parts.add({ name: "data folder", within: 1000, always: true, end: folder.release });
  await refuseDemoInProduction(settings);
  const { services, collector, ownerDb, provider, metrics } = await openServices(settings, false);
  await reconcileRoles(ownerDb);
  await writeShippedModels(ownerDb);
  const slowMessage = setTimeout(() => process.stdout.write("Filling the demo …\n"), 2000);
  const isNewDemo = await seedDemo(services, ownerDb, { signal: stopping.signal }).finally(() =>
    clearTimeout(slowMessage),
  );
  if (isNewDemo) planDemoWork(settings.data_dir);
  const first = await provideFirstAccount(services, ownerDb);
  await removeDeadFolders(settings.data_dir);
  const jobs = await openJobs(
    { ...services, db: ownerDb },
    provider.ownerUrl,
    registry,
    settings.job_concurrency,
  );
  parts.add({ name: "tasks", within: 4000, end: jobs.stop });
  const housekeeping = startHousekeeping(services, ownerDb);
  parts.add({ name: "housekeeping", within: 1000, end: housekeeping.stop });
  const webhooks = startWebhooks(services, ownerDb);
  parts.add({ name: "webhooks", within: 12_000, end: webhooks.stop });
  const inboxMails = startInboxMails(services, ownerDb);
  parts.add({ name: "inbox mails", within: 1000, end: inboxMails.stop });
  if (collector) {
    const lines = startAuditLines(services, ownerDb, collector.write);
    parts.add({ name: "audit lines", within: 1500, end: lines.stop });
  }
  const app = await openApp({
    services,
    ownerDb,
    launch: jobs.launch,
    health: openHealth({ ...services, disk: openDisk(folder.path, settings.disk_reserve_mb) }),
    metrics,
    appFolder: join(root, "dist"),
  });
  const sockets = followSockets(app.server);
  const closeApp = () => sockets.closeAll(app.close(), shutdown.hurry);
  parts.add({ name: "app", within: 3000, end: closeApp });
  // Before the port opens: scripts read the file as soon as the server answers.
  const demo = settings.production ? "" : await refreshDemoFile(services, ownerDb);
  try {
    await app.listen({ port: settings.port, host: settings.host });
  } catch (error) {
    throw systemCode(error) === "EADDRINUSE" ? portTaken(settings.port) : error;
  }
  process.stdout.write(`\n  ${settings.public_url}\n\n${first}${demo}`);
  if (!settings.production && settings.mode !== "test") {
    const url = ownAddress(settings);
    const { signal } = stopping;
    afterFirstAnswer(app.server, () => {
      void doDemoWork(demoWork, { services, ownerDb, url, signal });
    });
  }
  await shutdown.asked;
}

/** Calls `begin` once the first request has its answer, so that nothing delays it. */
function afterFirstAnswer(server: Server, begin: () => void): void {
  server.once("request", (_request, response: ServerResponse) => response.once("close", begin));
}

/** Where this process reaches itself. */
function ownAddress({ host, port }: Settings): string {
  const isEvery = host === "0.0.0.0" || host === "::";
  const name = isEvery ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

async function work(settings: Settings): Promise<void> {
  const { services, ownerDb, provider } = await openServices(settings, true);
  const concurrency = Math.max(1, settings.job_concurrency);
  await removeDeadFolders(settings.data_dir);
  const jobs = await openJobs(
    { ...services, db: ownerDb },
    provider.ownerUrl,
    registry,
    concurrency,
  );
  parts.add({ name: "tasks", within: 4000, end: jobs.stop });
  process.stdout.write(`Working on ${concurrency} tasks at once.\n`);
  await shutdown.asked;
}

try {
  const configured = readSettings(process.env);
  const isWorker = process.argv.includes("--worker");
  const settings = isWorker ? configured : await findPort(configured);
  await Promise.race([isWorker ? work(settings) : serve(settings), shutdown.asked]);
} catch (error) {
  process.exitCode = 1;
  const text = isStartFault(error)
    ? error.message
    : error instanceof Error
      ? inSources(error.stack ?? error.message)
      : error;
  process.stderr.write(`${String(text)}\n`);
}
await parts.close(shutdown.hurry);
process.exit();
