// Counts what images show of the components of a plant: into column files, or as the components that would be lost.
import { failure } from "../../../domain/error.ts";
import type { Twin } from "../../../domain/component/component-index.ts";
import {
  coverageRules,
  coveredTypes,
  NOT_INSPECTED,
  type CoveredType,
} from "../../../domain/coverage/coverage-rule.ts";
import {
  imagesFor,
  judgingImages,
  type CoverageFile,
  type CoveragePlant,
  type Judging,
} from "../../../domain/coverage/coverage-images.ts";
import { coverageColumns } from "../../../domain/coverage/coverage-columns.ts";
import type { SeenByDrone } from "../../../domain/coverage/drone-coverage.ts";
import { surveyCoverage } from "../../../domain/coverage/survey-coverage.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { limits } from "../../../domain/limits.ts";
import { readLevel } from "../../store/plant/twin-object.ts";
import { writeColumnFile } from "../table/column-file.ts";
import type { Reader } from "../reader.ts";
import { storeOf, type StoreAccess } from "../store-access.ts";

type Image = CoverageFile & { readonly is_removed: boolean };
type Input = {
  readonly store: StoreAccess;
  readonly twin: Twin;
  readonly plant: CoveragePlant;
  readonly images: readonly Image[];
  /** Folder for the columns; null to compare with what is left without the removed images. */
  readonly folder: string | null;
};

type Lost = {
  readonly component_type: CoveredType;
  readonly count: number;
  readonly dt_ids: string[];
};
type Result = {
  readonly columns: readonly Awaited<ReturnType<typeof writeColumnFile>>[];
  readonly by_drone: readonly SeenByDrone[];
  readonly lost: readonly Lost[];
};

const mirroring = { module: "pane", absorber_tube: "tube", mirror: "none" } as const;

export const reader: Reader<Input, Result> = async ({ store: access, twin, ...input }) => {
  const store = await storeOf(access);
  const columns: Result["columns"][number][] = [];
  const lost: Lost[] = [];
  const by_drone: SeenByDrone[] = [];
  const all = judgingImages(input.images, input.plant);
  const left = judgingImages(
    input.images.filter(({ is_removed }) => !is_removed),
    input.plant,
  );
  for (const type of coveredTypes) {
    const level = twin.levels.find(({ component_type }) => component_type === type);
    if (!level) continue;
    const { geometry, names } = await readLevel(store, level);
    const rule = coverageRules[type];
    const covered = { geometry, origin: twin.origin, rule, mirroring: mirroring[type] };
    const chosen = imagesFor(rule, all);
    const cover = (judging: readonly Judging[]) =>
      surveyCoverage(
        covered,
        judging.map(({ image }) => image),
      );
    const found = cover(chosen);
    if (input.folder === null) {
      const after = cover(imagesFor(rule, left)).verdict;
      const rows = [...after.keys()].filter(
        (row) => found.verdict[row] !== NOT_INSPECTED && after[row] === NOT_INSPECTED,
      );
      const named = rows.slice(0, limits.unseenNames);
      lost.push({
        component_type: type,
        count: rows.length,
        dt_ids: named.map((row) => names.dtId(row)),
      });
      continue;
    }
    const drones = new Set(chosen.map(({ drone_serial }) => drone_serial));
    for (const drone_serial of drones) {
      const own = chosen.filter((one) => one.drone_serial === drone_serial);
      // With a single drone all was counted already.
      const { looks } = drones.size === 1 ? found : cover(own);
      const count = looks.reduce((sum, one) => sum + (one > 0 ? 1 : 0), 0);
      by_drone.push({ drone_serial, component_type: type, count });
    }
    for (const [key, values] of Object.entries(coverageColumns(type, geometry, found))) {
      const keyFigure = keyFigureByKey(key);
      if (!keyFigure) throw new RangeError(`there is no key figure ${key}`);
      const given = new Uint8Array(geometry.count).fill(1);
      columns.push(await writeColumnFile(input.folder, { keyFigure, values, given }, new Set()));
    }
  }
  if (columns.length === 0 && lost.length === 0) {
    throw failure("CONFLICT", { reason: "coverage_nothing_covered" });
  }
  return { columns, lost, by_drone };
};
