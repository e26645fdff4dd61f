import { describe, expect, it } from "vitest";
import { everyNth } from "../../../tests/fixtures/rounds.ts";
import { hostileFiles, type HostileFile } from "../../../tests/fixtures/hostile-files.ts";
import { patient } from "../../../tests/fixtures/patience.ts";
import { isFailure } from "../../domain/error.ts";
import { buildTwin } from "../../domain/twin/twin-build.ts";
import { readBlueprint } from "./blueprint.ts";
import { bufferSource } from "../geo-file/buffer-source.ts";
import { readPlantAreas } from "./plant-area.ts";
import { readTwinFiles } from "./read-files.ts";

/** Milliseconds. Far above what a file takes, and far below what it took when the cost was not near-linear. */
const CEILING_MS = patient(8000);
const plant = { name: "Pampa", technology: "photovoltaic" as const };

async function read({ kind, file_name }: HostileFile, bytes: Buffer): Promise<void> {
  const source = bufferSource(file_name, bytes);
  if (kind === "area") await readPlantAreas(source);
  else if (kind === "blueprint") await readBlueprint(source);
  else buildTwin((await readTwinFiles([source], plant, new Set())).draft);
}

describe("a hostile file", () => {
  const files = hostileFiles.filter(({ kind }) => ["twin", "area", "blueprint"].includes(kind));

  it.each(everyNth(files, 6))("is read or refused within seconds: $name", async (file) => {
    const bytes = await file.make();
    const start = performance.now();
    try {
      await read(file, bytes);
    } catch (error) {
      if (!isFailure(error)) throw error;
      for (const problem of error.problems) expect(problem.reason).not.toBe("");
    }
    expect(performance.now() - start).toBeLessThan(patient(CEILING_MS));
  });

  it("is there in many kinds, each by its own name", () => {
    expect(files.length).toBeGreaterThan(50);
    expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
  });
});
