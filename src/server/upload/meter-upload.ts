// Receives a file of metered energy, and what such a file does not say.
import { failure } from "../../domain/error.ts";
import { meterAnswersShape, type MeterAnswers } from "../../domain/meter/meter.ts";
import type { MeterTable } from "../../domain/meter/read-meter.ts";
import { timeZoneShape } from "../../domain/observation/observation-date.ts";
import type { Context } from "../context.ts";
import type { Part } from "../implement.ts";
import { badRequest, receiveParts } from "./receive-parts.ts";

const fields = ["values", "stamp", "unit", "decimal", "last_month", "time_zone", "sheet"] as const;
/** A name of a sheet has at most 31 letters in Excel; other programs write longer ones. */
const MOST_NAME = 200;
/** Bytes of memory for each byte of the file: its cells, then its values. */
const MEMORY_SHARE = 8;

type OfPlant = {
  readonly plant_zone: string;
  readonly nominal_capacity: number;
  readonly now: number;
};

/**
 * Fields: `file`, `values`, `stamp`, and where the file does not say them `unit`, `decimal`, `last_month`, `time_zone` and `sheet`.
 * @throws BAD_REQUEST, TOO_LARGE, and FILE_REFUSED with all that is wrong in the file
 */
export async function receiveMeterFile<Result>(
  { files, readers, viewer }: Pick<Context, "files" | "readers" | "viewer">,
  parts: AsyncIterable<Part>,
  plant: OfPlant,
  finish: (table: MeterTable, answers: MeterAnswers) => Promise<Result>,
): Promise<Result> {
  const sent: { name: string; bytes: Buffer }[] = [];
  const given: Partial<Record<(typeof fields)[number], string>> = {};
  const form = {
    fields,
    files: ["file"],
    onField(name: string, value: string) {
      if (value.length > MOST_NAME) throw badRequest("field_invalid", name);
      const field = fields.find((one) => one === name);
      if (field) given[field] = value;
    },
    async onFile(file: { readonly file_name: string; buffer(): Promise<Buffer> }) {
      sent.push({ name: file.file_name, bytes: await file.buffer() });
    },
  };
  return receiveParts(files, parts, form, async () => {
    const [file] = sent;
    if (!file) throw failure("BAD_REQUEST", { reason: "file_empty", field: "file" });
    const { sheet, time_zone, ...rest } = given;
    const answers = meterAnswersShape.safeParse(rest);
    if (!answers.success) {
      const field = String(answers.error.issues[0]?.path[0] ?? "values");
      throw failure("BAD_REQUEST", { reason: "field_invalid", field });
    }
    const zone = time_zone === undefined ? undefined : timeZoneShape.safeParse(time_zone);
    if (zone?.success === false) {
      throw failure("BAD_REQUEST", { reason: "time_zone_unknown", field: "time_zone" });
    }
    const table = await readers.now("meter", {
      input: { ...file, sheet, facts: { ...answers.data, ...plant, given_zone: zone?.data } },
      file: file.name,
      bytes: file.bytes.length * MEMORY_SHARE,
      owner: viewer.account_id,
    });
    return finish(table, answers.data);
  });
}
