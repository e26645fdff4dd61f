// Receives a file with a table, and the answers to what such a file does not say: its sheet, and the zone of its times.
import { failure } from "../../domain/error.ts";
import { timeZoneShape } from "../../domain/observation/observation-date.ts";
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import type { TablePurpose } from "../../domain/file-preview/table-mapping.ts";
import { rememberedHeads } from "../../domain/file-preview/mapped-table.ts";
import type { Context } from "../context.ts";
import { openTable, type OpenTable } from "../file-reader/table/open-table.ts";
import { namedHeads, withHeads, type TableHeads } from "../file-reader/table/table-reader.ts";
import type { Part } from "../implement.ts";
import { tableMappingOfField } from "./file-mapping.ts";
import { badRequest, receiveParts } from "./receive-parts.ts";

export type SentTable = OpenTable & {
  readonly name: string;
  readonly time_zone?: string;
  /** As it was sent; its reader says what it must be. */
  readonly words?: string;
  /** What the user said of the columns. */
  readonly mapping?: FileMapping;
  /** What users of the customer said in earlier imports; none where the user of this one has said it. */
  readonly remembered: readonly FileMapping[];
  /** What its head was looked for by. */
  readonly heads: TableHeads;
};

/** A name of a sheet has at most 31 letters in Excel; other programs write longer ones. */
const MOST_NAME = 200;
const MOST_WORDS_LETTERS = 10_000;

type AskedTable = {
  readonly heads: TableHeads;
  readonly fields: readonly ("sheet" | "time_zone" | "words")[];
  /** Whose columns a user may name. */
  readonly purpose?: TablePurpose;
  /** Of a preview, which understands these as well, and shows a head of which it knows no name. */
  readonly remembered?: () => Promise<readonly FileMapping[]>;
};

/**
 * Fields: `file`, and where they are known `sheet`, `time_zone` (IANA), `words`, and `mapping` (JSON of meaning to
 * column) of a `purpose`.
 * @throws BAD_REQUEST, TOO_LARGE, and FILE_REFUSED where the file is no table
 */
export async function receiveTable<Result>(
  { files, readers, viewer }: Pick<Context, "files" | "readers" | "viewer">,
  parts: AsyncIterable<Part>,
  asked: AskedTable,
  finish: (sent: SentTable) => Promise<Result>,
): Promise<Result> {
  const sent: { name: string; bytes: Buffer }[] = [];
  const given: { sheet?: string; time_zone?: string; words?: string; mapping?: FileMapping } = {};
  const { heads, purpose } = asked;
  const form = {
    fields: purpose ? [...asked.fields, "mapping"] : asked.fields,
    files: ["file"],
    onField(name: string, value: string) {
      if (name === "sheet") {
        if (value.length > MOST_NAME) throw badRequest("field_invalid", "sheet");
        given.sheet = value;
        return;
      }
      if (name === "mapping") {
        const mapping = purpose && tableMappingOfField(purpose, value);
        if (mapping) given.mapping = mapping;
        return;
      }
      if (name === "words") {
        if (value.length > MOST_WORDS_LETTERS) throw badRequest("field_invalid", "words");
        given.words = value;
        return;
      }
      const zone = timeZoneShape.safeParse(value);
      if (!zone.success)
        throw failure("BAD_REQUEST", { reason: "time_zone_unknown", field: "time_zone" });
      given.time_zone = zone.data;
    },
    async onFile(file: { readonly file_name: string; buffer(): Promise<Buffer> }) {
      sent.push({ name: file.file_name, bytes: await file.buffer() });
    },
  };
  return receiveParts(files, parts, form, async () => {
    const [file] = sent;
    if (!file) throw failure("BAD_REQUEST", { reason: "file_empty", field: "file" });
    const { name, bytes } = file;
    const { sheet, time_zone, words, mapping } = given;
    const owner = viewer.account_id;
    const remembered = mapping ? [] : ((await asked.remembered?.()) ?? []);
    const names = mapping
      ? namedHeads(heads, mapping)
      : withHeads(heads, rememberedHeads(remembered));
    const isGuessed = asked.remembered !== undefined;
    const about = { name, bytes, heads: names, sheet, isGuessed, owner };
    const table = await openTable(readers, about);
    return finish({
      ...table,
      name,
      remembered,
      heads: names,
      ...(mapping !== undefined && { mapping }),
      ...(time_zone !== undefined && { time_zone }),
      ...(words !== undefined && { words }),
    });
  });
}
