// Makes the ZIP of a warranty package in a process of its own.
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { z } from "zod";
import { failure } from "../../src/domain/error.ts";
import { findingPlaceShape } from "../../src/domain/finding/finding-life.ts";
import { idShape } from "../../src/domain/id.ts";
import { makerShape, warrantyTask } from "../../src/domain/report/warranty-package.ts";
import { defineJob } from "../../src/server/job/job.ts";
import { reportBytes } from "../../src/server/report/read-input.ts";
import { warrantyInput } from "../../src/server/report/read-warranty.ts";
import { makeWorkFolder } from "../../src/server/store/work-folder.ts";
import {
  endFailedReport,
  publishReport,
  readReportToMake,
} from "../../src/server/store/plant/analysis/report.ts";

export const generateWarrantyPackage = defineJob({
  name: warrantyTask,
  input: z.object({
    report_id: idShape,
    key_figure_ids: z.array(z.number().int()),
    maker: makerShape,
    findings: z.array(findingPlaceShape.extend({ life_id: z.number().int().nullable() })),
  }),
  failed: (db, { report_id }, { problem }) => endFailedReport(db, report_id, problem),
  async run(services, { report_id, ...asked }, progress, { signal, account_id }) {
    const { db, files, readers, settings } = services;
    const row = await readReportToMake(db, report_id);
    if (!row) throw failure("RESOURCE_NOT_FOUND", { reason: "report_gone" });
    // This task was ended by a crash after its package was published.
    if (row.state === "ready") return { report_id };
    await progress.step(0, 2, { reason: "warranty_writing" });
    const folder = await makeWorkFolder(settings.data_dir, "warranty");
    try {
      const input = await warrantyInput(services, row, { ...asked, folder });
      const written = await readers.later("warranty", {
        input,
        file: row.title,
        bytes: reportBytes(input.report),
        owner: account_id ?? 0,
        // One step for the makers, in parts, and one for the pictures.
        onSaid: ({ done, all }) => progress.step(done, 2 * all),
        signal,
      });
      const key = `report/${randomUUID()}`;
      await files.put(key, createReadStream(input.path));
      const { size } = await stat(input.path);
      const made = { warranty: key, warranty_bytes: size };
      if (!(await publishReport(db, report_id, made))) {
        await files.remove(key);
        throw failure("RESOURCE_NOT_FOUND", { reason: "report_gone" });
      }
      await progress.step(2, 2);
      return { report_id, bytes: size, ...written };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});
