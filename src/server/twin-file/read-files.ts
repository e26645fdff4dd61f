// Reads all files of an import into a draft with a report. It stores nothing.
import { failure, type Problem } from "../../domain/error.ts";
import type { ComponentType, Technology } from "../../domain/component/component.ts";
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import type { TwinDraft } from "../../domain/twin/twin-draft.ts";
import type { ProblemCount } from "../../domain/problem-fold.ts";
import { assemble, extentProblem } from "./assemble.ts";
import { collectionFor, type FileCount } from "./collect.ts";
import { headOf, readerFor } from "../geo-file/reader-for.ts";
import type { Repairs } from "./outline.ts";
import { placeProblem, type KnownPlace } from "./place.ts";
import type { SpareColumn } from "./spare-column.ts";
import { fileRefused, withChoices, type TwinSource } from "../geo-file/raw-feature.ts";

export type ReadReport = {
  readonly files: readonly FileCount[];
  readonly mended: Repairs;
  /** What the files have beside their features and is not read. */
  readonly notes: readonly Problem[];
  /** Number of refused features. The list has at most limits.reportedProblems of them. */
  readonly refused_count: number;
  readonly refused: readonly Problem[];
  /** All refused features by reason and field. */
  readonly refused_counts: readonly ProblemCount[];
  readonly made: Partial<Record<ComponentType, number>>;
  readonly parent_by_place: number;
  /** Properties without a meaning, and which of them names the components. */
  readonly columns: readonly SpareColumn[];
  /** What the caller has confirmed: the components are far from the plant. */
  readonly confirmed: readonly Problem[];
};

/**
 * Reads the files in order.
 * @param present component types that the plant has already and keeps
 * @throws FILE_REFUSED if a file cannot be read, no component is left, a dt_id is repeated, or the
 *   components are too far apart, or too far from the plant
 */
export async function readTwinFiles(
  sources: readonly TwinSource[],
  plant: {
    readonly name: string;
    readonly technology: Technology;
    /** If absent, the place is not checked. */
    readonly place?: KnownPlace;
    /** The plant has tracker groups, and all were named by their trackers. */
    readonly hasNamedGroups?: boolean;
    /** What the user said of the properties of the files. */
    readonly mapping?: FileMapping | undefined;
  },
  present: ReadonlySet<ComponentType>,
  onFile: (index: number) => Promise<void> = async () => undefined,
): Promise<{ readonly draft: TwinDraft; readonly report: ReadReport }> {
  const collection = collectionFor(plant.technology, plant.name, plant.mapping);
  for (const [index, sent] of sources.entries()) {
    await onFile(index);
    const source = withChoices(sent, plant.mapping ?? {});
    const read = readerFor(source, await headOf(source));
    const before = collection.files.length;
    await read(source, collection.sinkFor(source));
    if (collection.files.slice(before).every(({ features }) => features === 0)) {
      throw fileRefused(source, { reason: "twin_no_features" });
    }
  }
  const { refused, notes, mended, files } = collection;
  if (collection.levels.size === 0) throw failure("FILE_REFUSED", ...refused.problems);
  const problem = extentProblem(collection);
  if (problem !== null) throw failure("FILE_REFUSED", problem);
  collection.useFolders();
  const columns = collection.useSpareColumns();
  const { draft, made, parent_by_place } = assemble(
    plant.technology,
    collection,
    present,
    plant.hasNamedGroups,
  );
  // Asked last: a file with another fault cannot be confirmed.
  const misplaced = plant.place ? placeProblem(collection, plant.place.near) : null;
  if (misplaced !== null && !plant.place?.confirmed) throw failure("FILE_REFUSED", misplaced);
  const report: ReadReport = {
    files,
    mended,
    notes,
    refused_count: refused.count,
    refused: refused.problems,
    refused_counts: refused.counts,
    made,
    parent_by_place,
    columns,
    confirmed: misplaced === null ? [] : [misplaced],
  };
  return { draft, report };
}
