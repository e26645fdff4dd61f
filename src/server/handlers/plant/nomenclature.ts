// The plant's own names of components, from a file.
import { nomenclatureApi } from "../../../api/plant/nomenclature.ts";
import type { ComponentType } from "../../../domain/component/component.ts";
import type { Twin, TwinLevel } from "../../../domain/component/component-index.ts";
import { failure } from "../../../domain/error.ts";
import { planeAt } from "../../../domain/geometry/plane.ts";
import {
  namedTypes,
  nomenclatureOf,
  renamed,
  type NamedPlace,
} from "../../../domain/twin/nomenclature.ts";
import type { Plant } from "../../../domain/plant/plant.ts";
import type { Context } from "../../context.ts";
import type { Handlers } from "../../implement.ts";
import { writeAuditEntry } from "../../store/account/audit.ts";
import { readLevel, storeNames } from "../../store/plant/twin-object.ts";
import { publishNames, readTwin } from "../../store/plant/twin.ts";
import { stepsInTurns } from "../../turn.ts";
import { badRequest, receiveParts, type UploadedFile } from "../../upload/receive-parts.ts";

export const nomenclatureHandlers: Handlers<typeof nomenclatureApi> = {
  async validate(context, { plant, parts }) {
    const component_type = namedTypes[plant.technology];
    const { twin, level } = await levelOf(context, plant, component_type);
    let sent: { name: string; bytes: Buffer } | null = null;
    const form = {
      async onFile(file: UploadedFile) {
        if (sent !== null) throw badRequest("field_twice", file.field);
        sent = { name: file.file_name, bytes: await file.buffer() };
      },
    };
    const file = await receiveParts(context.files, parts, form, async () => sent);
    if (file === null) throw badRequest("field_missing", "file");
    const places: NamedPlace[] = [];
    const { refused, notes } = await context.readers.now("nomenclature", {
      input: file,
      file: file.name,
      bytes: file.bytes.length,
      owner: context.viewer.account_id,
      onSaid: (piece) => void places.push(...piece),
    });
    const read = await readLevel(context.files, level);
    const found = await stepsInTurns(nomenclatureOf(places, read, planeAt(twin.origin)));
    return {
      component_type,
      twin_version: twin.version,
      ...found,
      refused: refused.problems,
      refused_counts: refused.counts.map(({ field = null, ...count }) => ({ ...count, field })),
      notes: [...notes],
    };
  },

  async rename(context, { plant, body }) {
    const { component_type, twin_version, renames } = body;
    const { twin, level } = await levelOf(context, plant, component_type);
    if (twin.version !== twin_version) throw failure("CONFLICT", { reason: "twin_changed" });
    const read = await readLevel(context.files, level);
    const { names, problems } = await stepsInTurns(renamed(read, renames));
    if (problems.length > 0) throw failure("BAD_REQUEST", ...problems);
    const stored: TwinLevel = { ...level, ...(await storeNames(context.files, names)) };
    const { id, customer_id } = plant;
    const renamed_count = renames.length;
    const version = await publishNames(context, twin, stored, {
      created_by: context.viewer.account_id,
      renamed_count,
      audit: (transaction) =>
        writeAuditEntry(context, transaction, {
          action: "rename_components",
          customer_id,
          detail: { plant_id: id, component_type, renamed_count },
        }),
    });
    return { renamed_count, twin_version: version };
  },
};

/** @throws CONFLICT for a plant without components of the type */
async function levelOf(
  { db }: Context,
  { id }: Plant,
  type: ComponentType,
): Promise<{ twin: Twin; level: TwinLevel }> {
  const twin = await readTwin(db, id);
  const level = twin?.levels.find(({ component_type }) => component_type === type);
  if (!twin || !level) throw failure("CONFLICT", { reason: "plant_without_twin" });
  return { twin, level };
}
