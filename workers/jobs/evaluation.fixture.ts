// A worker process that tests kill while it evaluates. Its analysis server is slow.

import pino from "pino";
import { openLocalAnalysisServer } from "../../src/server/adapters/analysis-server.ts";
import { openObjectFolder } from "../../src/server/adapters/object-folder.ts";
import type { Services } from "../../src/server/context.ts";
import { openJobs } from "../../src/server/job/jobs.ts";
import { connect } from "../../src/server/store/database.ts";
import { evaluateAnalysis } from "./evaluate-analysis.ts";

const wait = (milliseconds: number) => new Promise((wake) => setTimeout(wake, milliseconds));

/** Opens a queue that evaluates; `pause` milliseconds pass before each file. */
export async function openEvaluation(ownerUrl: string, folder: string, pause = 0) {
  const { db, close } = connect(ownerUrl, 4, { seesAll: true });
  const files = await openObjectFolder(folder);
  const local = openLocalAnalysisServer(files);
  const analysisServers: Services["analysisServers"] = {
    ...local,
    evaluate(machine, evaluation, onFile, signal) {
      const slowly = async (done: number) => {
        await wait(pause);
        await onFile(done);
      };
      return local.evaluate(machine, evaluation, slowly, signal);
    },
  };
  const log = pino({ level: process.env["LOG_LEVEL"] ?? "silent" });
  const services = { db, log, files, analysisServers } as unknown as Services;
  const jobs = await openJobs(services, ownerUrl, [evaluateAnalysis], 1);
  return { services, stop: () => jobs.stop().then(close) };
}

if (process.argv[1] === import.meta.filename) {
  await openEvaluation(process.argv[2] ?? "", process.argv[3] ?? "", Number(process.argv[4]));
  process.stdout.write("ready\n");
}
