import { describe, expect, it } from "vitest";
import { hostileFiles } from "../../../tests/fixtures/hostile-files.ts";
import { bufferSource } from "./buffer-source.ts";
import { readPlantAreas } from "./plant-area.ts";
import { isFailure } from "../../domain/error.ts";

/** Far above what a file takes, and far below what it took when the cost was not near-linear. */
const CEILING_MS = 8000;

const areas = hostileFiles.filter(({ kind }) => kind === "area");

describe("a hostile file", () => {
  it.each(areas)(
    "of areas is read or refused within seconds: $name",
    async ({ file_name, make }) => {
      const bytes = await make();
      const start = performance.now();
      try {
        await readPlantAreas(bufferSource(file_name, bytes), bytes.subarray(0, 512));
      } catch (error) {
        expect(isFailure(error)).toBe(true);
      }
      expect(performance.now() - start).toBeLessThan(CEILING_MS);
    },
  );
});
