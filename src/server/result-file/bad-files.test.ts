import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { everyNth } from "../../../tests/fixtures/rounds.ts";
import { badImageArchives } from "../../../tests/fixtures/bad-archives.ts";
import { badCsvFiles, badJsonFiles, type BadFile } from "../../../tests/fixtures/bad-results.ts";
import {
  classified,
  measured,
  ofTroughs,
  openResultImport,
  type ResultImport,
} from "../../../tests/fixtures/result-import.ts";
import { isFailure } from "../../domain/error.ts";
import type { ErrorAnswer } from "../../domain/error-shape.ts";

const [least, most] = measured.range;
const figures = {
  measured: measured.id,
  classified: classified.id,
  other: ofTroughs.id,
  least,
  most,
};

let host: ResultImport;
let id: number;
beforeAll(async () => {
  host = await openResultImport();
  id = await host.plant.addAnalysis("spring", "2026-03-01");
});
afterAll(() => host.server.close());

const bad: BadFile[] = [
  ...badJsonFiles(figures),
  ...badCsvFiles(figures),
  ...(await badImageArchives()),
];

/** Reasons that belong to no line. */
const ofWholeFile = new Set(["image_missing", "result_without_values", "table_html", "zip_broken"]);

describe("a bad file", () => {
  test("comes in more than 150 kinds", () => expect(bad.length).toBeGreaterThan(150));

  test.each(everyNth(bad, 3).map((file) => [file.title, file] as const))(
    "is refused with place and reason and leaves nothing behind: %s",
    async (_, { name, bytes, reason }) => {
      const before = await host.digest();
      const field = name.endsWith(".zip") ? "images_zip_filename" : "json_file";
      const start = performance.now();
      const { status, body } = await host.send({ [field]: { name, bytes } }, id, "es");
      let problem = (body as ErrorAnswer).problems?.[0];
      if (status === 200) {
        // The task reports what only unpacking shows.
        const failed = await host.runLaunched().then(
          () => null,
          (cause: unknown) => cause,
        );
        if (!isFailure(failed)) throw new Error("the file was taken");
        expect(failed.code).toBe("FILE_REFUSED");
        problem = { ...failed.problems[0]!, message: "task" };
        await host.owner.db
          .execute(sql`delete from audit_entry where action = 'import_analysis_result'
          and id = (select max(id) from audit_entry)`);
      } else expect(status).toBe(422);
      expect(performance.now() - start).toBeLessThan(patient(5000));
      expect(problem?.reason).toMatch(reason);
      expect(problem?.message).toMatch(/[a-z ]{4}/);
      expect(problem?.message).not.toBe(problem?.reason);
      expect(problem?.file ?? name).toBe(problem?.file?.startsWith("T0") ? problem.file : name);
      if (field === "json_file" && !ofWholeFile.has(problem?.reason ?? "")) {
        expect(problem?.line).toBeGreaterThan(0);
      }
      expect(await host.digest()).toBe(before);
    },
  );

  test("that is large does not fill the memory", async () => {
    const line = `{"dt_id":"T0.M0","key_figure_id":${measured.id},"value":${least}},\n`;
    const bytes = `{"format":"analysis-result","version":1,"values":[${line.repeat(600_000)}`;
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    expect((await host.send({ json_file: { name: "large.json", bytes } }, id)).status).toBe(200);
    await expect(host.runLaunched()).rejects.toThrow("value_twice");
    await sleep(10);
    // The form itself is held by the test; the import adds little to it.
    expect(process.memoryUsage().rss - before).toBeLessThan(400e6);
  });
});
