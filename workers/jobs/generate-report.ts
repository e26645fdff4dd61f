// Makes the PDF of a report in a process of its own.
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { z } from "zod";
import { failure } from "../../src/domain/error.ts";
import { idShape } from "../../src/domain/id.ts";
import { reportTask } from "../../src/domain/report/report.ts";
import { defineJob } from "../../src/server/job/job.ts";
import { readReportStates } from "../../src/server/finding/component-state.ts";
import { reportBytes, reportInput } from "../../src/server/report/read-input.ts";
import { makeWorkFolder } from "../../src/server/store/work-folder.ts";
import {
  endFailedReport,
  publishReport,
  readReportToMake,
  type MadeReport,
} from "../../src/server/store/plant/analysis/report.ts";

export const generateReport = defineJob({
  name: reportTask,
  input: z.object({ report_id: idShape, key_figure_ids: z.array(z.number().int()) }),
  failed: (db, { report_id }, { problem }) => endFailedReport(db, report_id, problem),
  async run(services, { report_id, key_figure_ids }, progress, { signal, account_id }) {
    const { db, files, readers, settings } = services;
    const row = await readReportToMake(db, report_id);
    if (!row) throw failure("RESOURCE_NOT_FOUND", { reason: "report_gone" });
    // This task was ended by a crash after its report was published.
    if (row.state === "ready") return { report_id };
    await progress.step(0, 2, { reason: "report_writing" });
    const folder = await makeWorkFolder(settings.data_dir, "report");
    try {
      const states = await readReportStates(services, row.analysis_id, key_figure_ids);
      const input = await reportInput(services, row, { key_figure_ids, folder, states });
      const written = await readers.later("report", {
        input,
        file: row.title,
        bytes: reportBytes(input),
        owner: account_id ?? 0,
        signal,
      });
      await progress.step(1, 2);
      const stored: string[] = [];
      const store = async (path: string) => {
        const key = `report/${randomUUID()}`;
        stored.push(key);
        await files.put(key, createReadStream(path));
        return { key, bytes: (await stat(path)).size };
      };
      const pdf = await store(input.path);
      const made: MadeReport = { object: pdf.key, bytes: pdf.bytes };
      for (const annex of written.annexes) {
        const { key, bytes } = await store(input[`${annex}_path`]);
        Object.assign(made, { [annex]: key, [`${annex}_bytes`]: bytes });
      }
      if (written.pictures_left_out !== null) made.pictures_left_out = written.pictures_left_out;
      if (!(await publishReport(db, report_id, made))) {
        for (const key of stored) await files.remove(key);
        throw failure("RESOURCE_NOT_FOUND", { reason: "report_gone" });
      }
      await progress.step(2, 2);
      return { report_id, bytes: pdf.bytes, ...written };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});
