// Broken and hostile JPEG files: the image and its temperatures are refused by a reason that has words, or say that they
// hold nothing; the process that reads stays small, and reads the next one.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { brokenJpegs } from "../../../../tests/fixtures/broken-jpegs.ts";
import { isFailure } from "../../../domain/error.ts";
import { openObjectFolder } from "../../adapters/object-folder.ts";
import { readSettings } from "../../start/settings.ts";
import { translateProblem } from "../../translate.ts";
import { openReaders } from "../readers.ts";

const folder = mkdtempSync(join(tmpdir(), "broken-jpeg-"));
const readers = openReaders(
  readSettings({ DATA_DIR: folder, PICTURE_SECONDS: "10", PICTURE_PROCESSES: "1" }),
);
const files = await openObjectFolder(join(folder, "objects"));
const store = { data_dir: folder, object_store_url: null, disk_reserve_mb: 0 };
afterAll(() => {
  readers.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Megabytes that a process that reads pictures may have taken at its most. */
const MOST_MB = 400;

/** The reason of a refusal, in words; null if it was read. */
async function reasonOf(wanted: Promise<unknown>): Promise<string | null> {
  try {
    await wanted;
    return null;
  } catch (cause) {
    if (!isFailure(cause)) throw cause;
    const [problem] = cause.problems;
    expect([cause.code, problem?.file]).toEqual(["FILE_REFUSED", "a.jpg"]);
    expect(translateProblem("en", problem!).message).not.toBe(problem!.reason);
    return problem!.reason;
  }
}

const all = await brokenJpegs();

it("there are at least sixty, no two of the same name", () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(60);
});

it.each(all.map((one) => [one.name, one] as const))("%s", async (name, { bytes, isPicture }) => {
  const object = `analysis-file/${all.findIndex((one) => one.name === name)}`;
  await files.put(object, bytes);
  const order = {
    input: { store, object, name: "a.jpg" },
    file: "a.jpg",
    bytes: bytes.length,
    owner: 1,
  };
  const read = readers.picture("analysis_file", order);
  const image = await reasonOf(read);
  const temperatures = await reasonOf(readers.picture("radiometry", order));
  expect(temperatures).toMatch(/^radiometry_(missing|cut_short|broken)$/);
  expect(image ?? "read").toMatch(/^(read|image_(broken|cut_short)|picture_\w+)$/);
  if (!isPicture) expect(image, "a broken picture is refused").not.toBeNull();
  if (image === null) {
    // What lies is not believed.
    expect(await read).toMatchObject({ gimbal_pitch: null, lon: null, lat: null });
    expect((await read).lens.dewarp).toBeNull();
  }
  for (const pid of readers.pids()) {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const megabytes = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
    expect(megabytes).toBeLessThan(MOST_MB);
  }
});
