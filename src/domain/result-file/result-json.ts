// Reads the JSON form of the result file token by token. Its shape is in result-file.ts.
import { failure, type Problem } from "../error.ts";
import { jsonReader, type JsonReader, type JsonSink } from "./json-reader.ts";
import { componentTypeIds } from "../component/component.ts";
import type { Found } from "../component/component-directory.ts";
import { limits } from "../limits.ts";
import type { ResultCollector } from "./result-collector.ts";

type Where = "file" | "values" | "entry" | "images" | "columns" | "block" | "dt_ids" | "numbers";
type Scalar = string | number | boolean | null;

/** Allowed openings by place: field (or "" for an element) to the inner place and its bracket. */
const openings: Record<Where, Record<string, readonly [Where, "object" | "array"]>> = {
  file: { values: ["values", "array"], columns: ["columns", "array"] },
  values: { "": ["entry", "object"] },
  entry: { images: ["images", "array"] },
  images: {},
  columns: { "": ["block", "object"] },
  block: { dt_ids: ["dt_ids", "array"], values: ["numbers", "array"] },
  dt_ids: {},
  numbers: {},
};
const scalars: Partial<Record<Where, readonly string[]>> = {
  file: ["format", "version"],
  entry: ["dt_id", "pcs", "key_figure_id", "unit", "value"],
  block: ["key_figure_id", "unit"],
};
const MAX_NAME = 200;
const MAX_FILE_NAME = 300;
const MAX_IMAGES = 50;

/** Reads the file's chunks into the collector; `finish` of the collector gives the result. */
export function resultJsonReader(collector: ResultCollector, file: string): JsonReader {
  const path: Where[] = [];
  /** Fields of the current entry. The map is reused, because there can be a million entries. */
  const fields = new Map<string, Scalar | true>();
  const rootFields = new Map<string, Scalar | true>();
  let field = "";
  let entry = 0;
  let images: string[] = [];
  /** Components of a block as level × 2^32 + row, -1 for an unknown one. A million take 8 MB. */
  let components: number[] = [];
  /** NaN stands for null; JSON has no NaN. */
  let numbers: number[] = [];

  const place = () =>
    entry > 0 ? { feature: entry, line: reader.line() } : { line: reader.line() };
  const stop = (reason: string, at = field, values?: Problem["values"]): never => {
    const problem = { reason, file, ...(at !== "" && { field: at }), ...(values && { values }) };
    throw failure("FILE_REFUSED", { ...problem, ...place() });
  };

  const sink: JsonSink = {
    open(kind) {
      const where = path.at(-1);
      if (where === undefined) {
        if (kind !== "object") stop("wrong_type", "");
        path.push("file");
        return;
      }
      const isField = where === "file" || where === "entry" || where === "block";
      const opening = openings[where][isField ? field : ""];
      if (opening === undefined || opening[1] !== kind) return stop("wrong_type");
      const [inner] = opening;
      path.push(inner);
      if (inner === "entry" || inner === "block") {
        entry += 1;
        fields.clear();
        if (images.length > 0) images = [];
        if (inner === "block") [components, numbers] = [[], []];
        field = "";
      }
      if (inner === "values" || inner === "columns") entry = 0;
    },
    close() {
      const where = path.pop();
      if (where === "entry") closeEntry();
      else if (where === "block") closeBlock();
      else if (where === "values" || where === "columns") entry = 0;
    },
    key(name) {
      const where = path.at(-1) as Where;
      const known = scalars[where]?.includes(name) === true || Object.hasOwn(openings[where], name);
      if (!known || name === "") stop("field_unknown", name.slice(0, 80));
      const seen = where === "file" ? rootFields : fields;
      if (seen.has(name)) stop("field_twice", name);
      seen.set(name, true);
      field = name;
    },
    value(value) {
      const where = path.at(-1);
      if (where === "numbers") {
        if (value !== null && typeof value !== "number") return stop("wrong_type");
        if (numbers.push(value ?? NaN) > limits.twinComponents) stop("too_many_values");
      } else if (where === "dt_ids" || where === "images") {
        const most = where === "images" ? MAX_FILE_NAME : MAX_NAME;
        if (typeof value !== "string" || value.length > most) return stop("wrong_type");
        if (where === "dt_ids") addComponent(value);
        else if (images.push(copyOf(value)) > MAX_IMAGES) stop("too_many_images");
      } else if (where === "file" && scalars.file?.includes(field)) rootFields.set(field, value);
      else if ((where === "entry" || where === "block") && scalars[where]?.includes(field)) {
        checkScalar(value);
        fields.set(field, value);
      } else stop("wrong_type");
    },
  };

  function checkScalar(value: Scalar): void {
    if (field === "key_figure_id") {
      if (!Number.isInteger(value)) stop("wrong_type");
    } else if (field === "value") {
      if (value !== null && typeof value !== "number") stop("wrong_type");
    } else if (typeof value !== "string" || value.length > MAX_NAME) stop("wrong_type");
  }

  /** `checkScalar` has seen that it is a text. */
  const givenUnit = () => fields.get("unit") as string | undefined;

  function closeEntry(): void {
    const dtId = fields.get("dt_id");
    const pcs = fields.get("pcs");
    if (dtId === undefined && pcs === undefined) stop("field_missing", "dt_id");
    const id = fields.get("key_figure_id") ?? stop("field_missing", "key_figure_id");
    const value = fields.get("value");
    if (value === undefined) stop("field_missing", "value");
    const by = dtId === undefined ? "pcs" : "dt_id";
    const at = place();
    const found = collector.component(by, String(dtId ?? pcs), at);
    const keyFigure = collector.keyFigure(Number(id), at);
    if (found === null) return;
    if (by === "dt_id" && pcs !== undefined) checkNames(found, String(pcs));
    const unit = keyFigure && collector.unit(keyFigure, givenUnit(), at);
    if (keyFigure && unit) collector.add(found, keyFigure, value as number | null, at, unit);
    for (const image of images) collector.addImage(found, image);
  }

  /** If an entry has both names, they must belong to the same component. */
  function checkNames(found: Found, pcs: string): void {
    const other = collector.component("pcs", pcs, place());
    if (other && (other.type !== found.type || other.row !== found.row)) {
      collector.problem({ reason: "names_disagree", field: "pcs", ...place() });
    }
  }

  function closeBlock(): void {
    const id = fields.get("key_figure_id") ?? stop("field_missing", "key_figure_id");
    if (!fields.has("dt_ids")) stop("field_missing", "dt_ids");
    if (!fields.has("values")) stop("field_missing", "values");
    if (components.length !== numbers.length) {
      stop("lengths_differ", "values", { names: components.length, values: numbers.length });
    }
    const keyFigure = collector.keyFigure(Number(id), place());
    const unit = keyFigure && collector.unit(keyFigure, givenUnit(), place());
    if (!keyFigure || !unit) return;
    for (let i = 0; i < components.length; i++) {
      const code = components[i] as number;
      const type = componentTypeIds[Math.floor(code / 2 ** 32)];
      if (type === undefined) continue;
      const value = numbers[i] as number;
      const at = { feature: i + 1, line: reader.line() };
      const found = { type, row: code % 2 ** 32 };
      collector.add(found, keyFigure, Number.isNaN(value) ? null : value, at, unit);
    }
  }

  function addComponent(dtId: string): void {
    const at = { feature: components.length + 1, line: reader.line() };
    const found = collector.component("dt_id", dtId, at);
    const code = found === null ? -1 : componentTypeIds.indexOf(found.type) * 2 ** 32 + found.row;
    if (components.push(code) > limits.twinComponents) stop("too_many_values");
  }

  const known = [...(scalars.entry ?? []), "images", "dt_ids", "values", "columns", "format"];
  const reader = jsonReader(sink, known);
  return {
    ...reader,
    end() {
      reader.end();
      entry = 0;
      if (rootFields.get("format") !== "analysis-result") stop("wrong_format", "format");
      if (rootFields.get("version") !== 1) stop("wrong_format", "version");
    },
  };
}

/** A copy of a text that does not keep the file's chunk in memory. */
const copyOf = (text: string) => JSON.parse(JSON.stringify(text)) as string;
