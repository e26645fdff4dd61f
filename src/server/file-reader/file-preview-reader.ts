// Reads what files are understood as, for the preview of an import. Nothing is built or stored.
import type { ComponentType } from "../../domain/component/component.ts";
import type { Twin } from "../../domain/component/component-index.ts";
import { SHEETS, sheetsOf, type FileMapping } from "../../domain/file-preview/file-mapping.ts";
import {
  typeOfColumn,
  type ObservationColumn,
} from "../../domain/observation/observation-column.ts";
import { namesComponents } from "../file-preview/observation-head.ts";
import { bufferSource } from "../geo-file/buffer-source.ts";
import {
  readObservationRows,
  type ObservationAnswers,
  type ReadObservations,
} from "../file-preview/observation-rows.ts";
import { previewFiles, type PreviewInput, type ReadPreview } from "../file-preview/preview.ts";
import { readLevels } from "../store/plant/twin-object.ts";
import { bufferOf } from "./buffer-of.ts";
import type { Reader } from "./reader.ts";
import { storeOf, type StoreAccess } from "./store-access.ts";

export type ObservationTwin = ObservationAnswers & {
  readonly store: StoreAccess;
  readonly twin: Pick<Twin, "origin" | "levels">;
  readonly columns: readonly ObservationColumn[];
  readonly now: number;
};

type Input = Omit<PreviewInput, "sources" | "columns" | "readObservations"> & {
  readonly files: readonly {
    readonly name: string;
    readonly bytes: Uint8Array;
    readonly component_type: ComponentType | null;
  }[];
  readonly sheet: string | null;
  /** For observations alone. */
  readonly observations: ObservationTwin | null;
};

export const reader: Reader<Input, ReadPreview> = async ({
  files,
  sheet,
  observations,
  ...asked
}) => {
  const sources = files.map(({ name, bytes, component_type }) => ({
    ...bufferSource(name, bufferOf(bytes), component_type),
    ...(sheet !== null && { sheets: sheetsOf({ [SHEETS]: sheet }) }),
    ...(observations !== null && { placeless: namesComponents }),
  }));
  if (observations === null) return previewFiles({ ...asked, sources });
  const rowsOf = await observationReader(observations);
  const columns = observations.columns.filter(
    (column) => typeOfColumn(column) === observations.component_type,
  );
  return previewFiles({ ...asked, sources, columns, readObservations: rowsOf });
};

/** Reads the level that the observations are of, and answers the reader of files. */
export async function observationReader({
  store: access,
  twin,
  columns,
  ...answers
}: ObservationTwin): Promise<
  (source: ReturnType<typeof bufferSource>, mapping: FileMapping) => Promise<ReadObservations>
> {
  const store = await storeOf(access);
  const wanted = twin.levels.filter(
    ({ component_type }) => component_type === answers.component_type,
  );
  const levels = await readLevels(store, wanted);
  const byId = new Map(columns.map((column) => [column.id, column]));
  return (source, mapping) =>
    readObservationRows(source, {
      ...answers,
      mapping,
      columns: byId,
      levels,
      origin: twin.origin,
    });
}
