// Starts the server or a worker: settings, data folder, database, adapters, jobs, HTTP. Closes them in reverse order.

import { join } from "node:path";
import { jobs as registry } from "../../workers/jobs/index.ts";
import { openMail } from "./adapters/mail.ts";
import { openObjectStore } from "./adapters/object-choice.ts";
import type { Services } from "./context.ts";
import { refreshDemoFile, refuseDemoInProduction } from "./demo/demo-file.ts";
import { openDataFolder } from "./start/data-folder.ts";
import { seedDemo } from "../demo/seed.ts";
import { provideFirstAccount } from "./account/first-account.ts";
import { openHealth } from "./start/health.ts";
import { startHousekeeping } from "./start/housekeeping.ts";
import { openDoor } from "./door/http.ts";
import { openJobs } from "./job/jobs.ts";
import { openReaders } from "./reading/readers.ts";
import { openLog } from "./start/log.ts";
import { findPort, portTaken } from "./start/port.ts";
import { readSettings, type Settings } from "./start/settings.ts";
import { shutdownRequest } from "./start/shutdown.ts";
import { isStartFault, startFault, systemCode } from "./start/start-fault.ts";
import { connect, provideDatabase } from "./store/database.ts";
import { reconcileRoles } from "./store/account/role-upgrade.ts";
import { writeShippedModels } from "./store/provider/drone-model.ts";
import { migrate } from "./store/migrate.ts";

const root = join(import.meta.dirname, "..", "..");
/** Functions that close what was opened; they run in reverse order. */
const closing: (() => Promise<unknown> | void)[] = [];
const shutdown = shutdownRequest();
const stopping = new AbortController();
void shutdown.then(() => stopping.abort());

/** Opens the services that servers and workers share. */
async function openServices(settings: Settings, isWorker: boolean) {
  const log = openLog(settings);
  const starting = provideDatabase(settings, { attach: isWorker });
  // Registered before it runs, so that an early Ctrl-C stops the database as well.
  closing.push(() =>
    starting.then(
      ({ stop }) => stop(),
      () => undefined,
    ),
  );
  const provider = await starting;
  await migrate(provider);
  const app = connect(provider.appUrl, 16);
  closing.push(app.close);
  const owner = connect(provider.ownerUrl, 8, { seesAll: true });
  closing.push(owner.close);
  const files = await openObjectStore(settings);
  const mail = await openMail(settings);
  const readers = openReaders(settings);
  closing.push(readers.close);
  const now = () => new Date();
  const services: Services = { db: app.db, files, mail, readers, settings, log, now };
  return { services, ownerDb: owner.db, provider };
}

async function serve(settings: Settings): Promise<void> {
  const folder = await openDataFolder(settings.data_dir);
  closing.push(folder.release);
  await refuseDemoInProduction(settings);
  const { services, ownerDb, provider } = await openServices(settings, false);
  await reconcileRoles(ownerDb);
  await writeShippedModels(ownerDb);
  const slowMessage = setTimeout(() => process.stdout.write("Filling the demo …\n"), 2000);
  await seedDemo(services, ownerDb, { signal: stopping.signal }).finally(() =>
    clearTimeout(slowMessage),
  );
  const first = await provideFirstAccount(services, ownerDb);
  const jobs = await openJobs(
    { ...services, db: ownerDb },
    provider.ownerUrl,
    registry,
    settings.job_concurrency,
  );
  closing.push(jobs.stop);
  closing.push(startHousekeeping(services, ownerDb).stop);
  const door = await openDoor({
    services,
    ownerDb,
    launch: jobs.launch,
    health: openHealth({ db: services.db, files: services.files, dataDir: folder.path }),
    appFolder: join(root, "dist"),
  });
  closing.push(() => door.close());
  // Before the port opens: scripts read the file as soon as the server answers.
  const demo = settings.production ? "" : await refreshDemoFile(services, ownerDb);
  try {
    await door.listen({ port: settings.port, host: settings.host });
  } catch (error) {
    throw systemCode(error) === "EADDRINUSE" ? portTaken(settings.port) : error;
  }
  process.stdout.write(`\n  ${settings.public_url}\n\n${first}${demo}`);
  const end = await Promise.race([shutdown, provider.ended.then(() => "database" as const)]);
  if (end === "database")
    throw startFault("The embedded PostgreSQL stopped. See its log in DATA_DIR.");
}

async function work(settings: Settings): Promise<void> {
  const { services, ownerDb, provider } = await openServices(settings, true);
  const concurrency = Math.max(1, settings.job_concurrency);
  const jobs = await openJobs(
    { ...services, db: ownerDb },
    provider.ownerUrl,
    registry,
    concurrency,
  );
  closing.push(jobs.stop);
  process.stdout.write(`Working on ${concurrency} tasks at once.\n`);
  await shutdown;
}

async function close(): Promise<void> {
  // A connection that hangs must not keep the process alive.
  setTimeout(() => process.exit(1), 20_000).unref();
  for (const end of closing.toReversed()) {
    await Promise.resolve(end()).catch((error: unknown) =>
      process.stderr.write(`${String(error)}\n`),
    );
  }
}

try {
  const configured = readSettings(process.env);
  const isWorker = process.argv.includes("--worker");
  const settings = isWorker ? configured : await findPort(configured);
  await Promise.race([isWorker ? work(settings) : serve(settings), shutdown]);
} catch (error) {
  process.exitCode = 1;
  const text = isStartFault(error) ? error.message : error instanceof Error ? error.stack : error;
  process.stderr.write(`${String(text)}\n`);
}
await close();
process.exit();
