import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeWorkFolder, removeDeadFolders } from "./work-folder.ts";

const data_dir = mkdtempSync(join(tmpdir(), "work-folder-"));
afterAll(() => rmSync(data_dir, { recursive: true }));

test("folders of a killed process go at the next start, and no others", async () => {
  expect(await removeDeadFolders(join(data_dir, "nowhere"))).toEqual([]);
  const own = basename(await makeWorkFolder(data_dir, "report"));
  const of = (pid: number, host = own.split("-")[1]) => `report-${host}-${pid}-abcdef`;
  const ended = spawnSync(process.execPath, ["-e", ""]).pid;
  const living = of(process.ppid);
  const others = [living, of(ended, "elsewhere"), "report-abcdef", "upload-abc"];
  for (const name of [of(ended), ...others]) mkdirSync(join(data_dir, "tmp", name));
  const removed = await removeDeadFolders(data_dir);
  expect(removed.toSorted()).toEqual([of(ended), own].toSorted());
  expect(others.filter((name) => !existsSync(join(data_dir, "tmp", name)))).toEqual([]);
});
