// Makes the PDF of a report in a process of its own.
import { randomUUID } from "node:crypto";
import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { failure } from "../../src/domain/error.ts";
import { idShape } from "../../src/domain/id.ts";
import { reportTask } from "../../src/domain/report/report.ts";
import { defineJob } from "../../src/server/job/job.ts";
import { reportInput } from "../../src/server/report/read-input.ts";
import { makeWorkFolder } from "../../src/server/store/work-folder.ts";
import {
  endFailedReport,
  publishReport,
  readReportToMake,
} from "../../src/server/store/plant/analysis/report.ts";

/** Bytes of memory per component, counted like bytes of a file: columns, map and pages. */
const BYTES_PER_COMPONENT = 300;
const BYTES_AT_LEAST = 20 * 1024 ** 2;

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
      const path = join(folder, "report.pdf");
      const input = await reportInput(services, row, { key_figure_ids, path });
      const components = input.twin.levels.reduce((sum, { row_count }) => sum + row_count, 0);
      const made = await readers.later("report", {
        input,
        file: row.title,
        bytes: BYTES_AT_LEAST + components * BYTES_PER_COMPONENT,
        owner: account_id ?? 0,
        signal,
      });
      await progress.step(1, 2);
      const object = `report/${randomUUID()}`;
      const { size: bytes } = await stat(path);
      await files.put(object, await readFile(path));
      if (!(await publishReport(db, report_id, { object, bytes }))) {
        await files.remove(object);
        throw failure("RESOURCE_NOT_FOUND", { reason: "report_gone" });
      }
      await progress.step(2, 2);
      return { report_id, bytes, ...made };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});
