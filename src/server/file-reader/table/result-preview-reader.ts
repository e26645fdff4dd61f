// Reads what a table of results is understood as, while the user waits. Nothing is stored.
import { Readable } from "node:stream";
import type { Twin } from "../../../domain/component/component-index.ts";
import type { Technology } from "../../../domain/component/component.ts";
import type { FileMapping } from "../../../domain/file-preview/file-mapping.ts";
import { mappedHeads, rememberedHeads } from "../../../domain/file-preview/mapped-table.ts";
import { tableWords } from "../../../domain/file-preview/table-mapping.ts";
import { resultHeads } from "../../../domain/result-file/result-csv.ts";
import { windowsText } from "../../../domain/result-file/text-encoding.ts";
import { eachRow, type TakeRow } from "../../../domain/table/table.ts";
import {
  previewTable,
  type ReadTablePreview,
} from "../../../domain/file-preview/read-table-preview.ts";
import { bufferSource } from "../../geo-file/buffer-source.ts";
import { readResultValues } from "../../result-file/read-values.ts";
import { componentsOfTwin } from "../../store/plant/twin-components.ts";
import { readTable } from "../../table-file/read-table.ts";
import { isWorkbook } from "../../table-file/table-format.ts";
import { bufferOf } from "../buffer-of.ts";
import type { Reader } from "../reader.ts";
import { storeOf, type StoreAccess } from "../store-access.ts";

type Input = {
  readonly store: StoreAccess;
  readonly twin: Twin;
  readonly technology: Technology;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly sheet: string | null;
  /** What the user said; null where the preview chooses. */
  readonly mapping: FileMapping | null;
  /** What users of the customer said in earlier imports. */
  readonly remembered: readonly FileMapping[];
};

export const reader: Reader<Input, ReadTablePreview> = async (input) => {
  const { name, technology, mapping, remembered } = input;
  const bytes = bufferOf(input.bytes);
  const components = await componentsOfTwin(await storeOf(input.store), input.twin);
  const directory = await components.directory();
  const sheet = input.sheet ?? undefined;
  const heads = mapping
    ? mappedHeads(mapping, resultHeads)
    : [...resultHeads, ...rememberedHeads(remembered)];
  const isGuessed = true;
  return previewTable({
    async rows(take: TakeRow) {
      if (isWorkbook(bytes, name))
        await readTable(bufferSource(name, bytes), { file: name, heads, sheet, isGuessed }, take);
      else eachRow(windowsText(bytes) ?? bytes, take, heads, { isGuessed });
    },
    words: tableWords.results,
    mapping,
    remembered,
    async read(said) {
      const stream = Readable.from([bytes], { objectMode: false });
      const about = { sheet, mapping: said };
      const read = await readResultValues(
        stream,
        name,
        directory,
        technology,
        () => undefined,
        about,
      );
      return { result_count: read.value_count, faults: [], notes: read.warnings };
    },
  });
};
