// Creates plants from a file of outlines. All valid outlines are stored in one transaction.
import { technologies, type Technology } from "../../domain/component/component.ts";
import { failure } from "../../domain/error.ts";
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import type { Context } from "../context.ts";
import type { Part } from "../implement.ts";
import { changeWithAudit } from "../store/account/audit.ts";
import { rememberMapping } from "../store/plant/file-mapping.ts";
import { customerExists } from "../store/plant/plant.ts";
import { insertPlantAreas } from "../store/plant/plant-area.ts";
import { translateProblem } from "../translate.ts";
import { mappingOfField } from "./file-mapping.ts";
import { receiveParts, type UploadedFile } from "./receive-parts.ts";

type AreaUpload = {
  readonly customer_id: number;
  readonly technology: Technology;
  readonly mapping: FileMapping;
  readonly name: string;
  readonly bytes: Buffer;
};

function receiveForm({ viewer, files }: Context, parts: AsyncIterable<Part>): Promise<AreaUpload> {
  let customer_id = viewer.customer_id ?? NaN;
  let technology: Technology = "photovoltaic";
  let mapping: FileMapping = {};
  let file: { name: string; bytes: Buffer } | null = null;
  const form = {
    onField(name: string, value: string) {
      if (name === "customer_id") customer_id = Number(value);
      else if (name === "mapping") mapping = mappingOfField("areas", value) ?? {};
      else if (name === "technology") technology = technologyOf(value);
    },
    async onFile(sent: UploadedFile) {
      if (file !== null) throw failure("BAD_REQUEST", { reason: "area_one_file" });
      file = { name: sent.file_name, bytes: await sent.buffer() };
    },
  };
  return receiveParts(files, parts, form, async () => {
    if (file === null) throw failure("BAD_REQUEST", { reason: "area_one_file" });
    return { customer_id, technology, mapping, ...file };
  });
}

function technologyOf(value: string): Technology {
  const known = technologies.find((technology) => technology === value);
  if (known) return known;
  const values = { offered: technologies.join(", ") };
  throw failure("BAD_REQUEST", { reason: "field_not_offered", field: "technology", values });
}

/** @throws BAD_REQUEST for a customer that the viewer does not act for */
export async function requireOwnCustomer(
  { db, viewer }: Pick<Context, "db" | "viewer">,
  customer_id: number,
): Promise<void> {
  const isOwn = viewer.customer_id === null || viewer.customer_id === customer_id;
  const isCustomer = Number.isSafeInteger(customer_id) && isOwn;
  if (isCustomer && (await customerExists(db, customer_id))) return;
  throw failure("BAD_REQUEST", { reason: "customer_unknown", field: "customer_id" });
}

/** @throws FILE_REFUSED for a broken file. Single invalid outlines are reported in the answer. */
export async function receivePlantAreas(context: Context, parts: AsyncIterable<Part>) {
  const { db, viewer } = context;
  const { customer_id, technology, mapping, name, bytes } = await receiveForm(context, parts);
  await requireOwnCustomer(context, customer_id);
  const { areas, refused } = await context.readers.now("plant_areas", {
    input: { name, bytes, mapping },
    file: name,
    bytes: bytes.length,
    owner: viewer.account_id,
  });
  if (areas.length === 0) throw failure("FILE_REFUSED", ...refused.problems);
  const created = await changeWithAudit(
    context,
    (transaction) => insertPlantAreas(transaction, areas, { customer_id, technology }),
    (count) =>
      count === 0
        ? null
        : { action: "create_plant", customer_id, detail: { file_name: name, count } },
  );
  await rememberMapping(db, { customer_id, purpose: "areas", mapping });
  return {
    created,
    known: areas.length - created,
    refused_count: refused.count,
    refused: refused.problems.map((problem) => translateProblem(viewer.locale, problem)),
  };
}
