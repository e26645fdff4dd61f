// Digital twins: manifest, objects, import, download, copy, removal.
import { Readable } from "node:stream";
import { digitalTwinApi } from "../../../api/plant/digital-twin.ts";
import type { Twin } from "../../../domain/component/component-index.ts";
import { failure } from "../../../domain/error.ts";
import type { Plant } from "../../../domain/plant/plant.ts";
import type { Context } from "../../context.ts";
import type { Handlers } from "../../implement.ts";
import { refuse } from "../../implement.ts";
import { writeAuditEntry } from "../../store/account/audit.ts";
import { rememberMapping } from "../../store/plant/file-mapping.ts";
import { readPlant } from "../../store/plant/plant.ts";
import { readComponents } from "../../store/plant/plant-component.ts";
import { readTwin, removeTwin } from "../../store/plant/twin.ts";
import { twinKey } from "../../store/plant/twin-object.ts";
import { componentsOf } from "../../twin-file/component-row.ts";
import { flatGeobufFile } from "../../twin-file/flatgeobuf-file.ts";
import { geoJsonFile, kmlFile } from "../../twin-file/text-file.ts";
import { receivePlantAreas } from "../../upload/plant-area-upload.ts";
import { nearPlaces } from "../../../domain/twin/twin-place.ts";
import { removeEarlierPreviews, withPreviewedFiles } from "../../upload/twin-previewed.ts";
import { receiveTwinFiles } from "../../upload/twin-upload.ts";

const fileKinds = {
  geojson: { ending: "geojson", content_type: "application/geo+json" },
  kml: { ending: "kml", content_type: "application/vnd.google-earth.kml+xml; charset=utf-8" },
  flatgeobuf: { ending: "fgb", content_type: "application/octet-stream" },
} as const;

async function twinOf({ db }: Context, plant: Plant): Promise<Twin> {
  const twin = await readTwin(db, plant.id);
  if (twin === null) throw failure("RESOURCE_NOT_FOUND", { reason: "twin_missing" });
  return twin;
}

export const digitalTwinHandlers: Handlers<typeof digitalTwinApi> = {
  async read(context, { plant }) {
    const { levels, bounds, origin, ...twin } = await twinOf(context, plant);
    const [west, south, east, north] = bounds;
    const [lon, lat] = origin;
    return {
      ...twin,
      // A type of which all components were removed.
      levels: levels
        .filter(({ component_count }) => component_count > 0)
        .map(({ component_type, row_count, component_count, ...objects }) => ({
          component_type,
          row_count,
          component_count,
          geometry: objects.geometry,
          geometry_bytes: objects.geometry_bytes,
          names: objects.names,
          names_bytes: objects.names_bytes,
        })),
      origin: [lon, lat],
      bounds: [west, south, east, north],
    };
  },

  async readObject(context, { plant, params }) {
    const { levels } = await twinOf(context, plant);
    const level = levels.find(({ geometry, names }) => [geometry, names].includes(params.hash));
    if (level === undefined) throw failure("RESOURCE_NOT_FOUND");
    return {
      content_type: "application/octet-stream",
      content_encoding: "br",
      tag: params.hash,
      bytes: level.geometry === params.hash ? level.geometry_bytes : level.names_bytes,
      body: () => context.files.stream(twinKey(params.hash)),
    };
  },

  async importFiles(context, { plant, parts }) {
    const { id, name, technology, twin_version, lon, lat } = plant;
    const current = twin_version > 0 ? await readTwin(context.db, id) : null;
    const present = new Set(current?.levels.map(({ component_type }) => component_type));
    const received = await receiveTwinFiles(
      context,
      { name, technology, near: nearPlaces([lon, lat], current) },
      present,
      parts,
    );
    try {
      const upload = await withPreviewedFiles(context, id, received);
      if (upload.mode === "create" && twin_version > 0) {
        throw failure("CONFLICT", { reason: "twin_exists" });
      }
      const mapping = upload.mapping ?? {};
      const input = { plant_id: id, ...upload, mapping };
      const audit = {
        action: "import_twin",
        customer_id: plant.customer_id,
        detail: { plant_id: id },
      } as const;
      // A preview changes nothing.
      const task_id = await context.enqueue(
        "import_twin",
        input,
        { plant_id: id },
        upload.preview ? undefined : audit,
      );
      await removeEarlierPreviews(context, id, task_id, upload.files);
      if (!upload.preview) {
        const { customer_id } = plant;
        await rememberMapping(context.db, { customer_id, purpose: "twin", mapping });
      }
      return { task_id };
    } catch (error) {
      for (const { key } of received.files) await context.files.remove(key);
      throw error;
    }
  },

  remove: {
    needsOwner: "Analyses and copies of the twin that the viewer does not see count as well.",
    async answer(context, { plant }) {
      const { id } = plant;
      await removeTwin(
        { db: context.ownerDb, files: context.files },
        id,
        (analyses_with_results) => {
          refuse(digitalTwinApi.remove, context.viewer, { analyses_with_results });
        },
        (transaction) =>
          writeAuditEntry(context, transaction, {
            action: "remove_twin",
            customer_id: plant.customer_id,
            detail: { plant_id: id },
          }),
      );
      return { done: true };
    },
  },

  async download(context, { plant, query }) {
    const twin = await twinOf(context, plant);
    const { format, component_type } = query;
    const { name } = plant;
    const levels = twin.levels.filter(
      (level) => component_type === undefined || level.component_type === component_type,
    );
    const count = levels.reduce((sum, level) => sum + level.component_count, 0);
    const components = componentsOf(context.files, twin, component_type);
    const pieces = {
      geojson: () => geoJsonFile(components),
      kml: () => kmlFile(name, components),
      flatgeobuf: () => flatGeobufFile(count, components),
    }[format]();
    const { ending, content_type } = fileKinds[format];
    return {
      content_type,
      file_name: `${name} ${component_type ?? "digital-twin"}.${ending}`,
      body: Readable.from(pieces, { objectMode: false }),
    };
  },

  async fileUrl(context, { plant, query }) {
    await twinOf(context, plant);
    const path = `/api/auth/plant/${plant.id}/field-geometry/file?format=${query.format}`;
    return { url: context.signUrl(path) };
  },

  async clone(context, { plant, body }) {
    const { db, viewer } = context;
    const { id, technology } = plant;
    refuse(digitalTwinApi.clone, viewer, plant);
    const source = await readPlant(db, viewer, body.source_plant_id);
    const field = "source_plant_id";
    if (source === null) throw failure("BAD_REQUEST", { reason: "plant_unknown", field });
    if (source.twin_version === 0)
      throw failure("CONFLICT", { reason: "plant_without_twin", field });
    if (source.technology !== technology) {
      throw failure("CONFLICT", { reason: "twin_of_other_technology", field });
    }
    const input = { plant_id: id, source_plant_id: source.id };
    const audit = {
      action: "clone_twin",
      customer_id: plant.customer_id,
      detail: { plant_id: id, name: source.name },
    } as const;
    return { task_id: await context.enqueue("clone_twin", input, { plant_id: id }, audit) };
  },

  async validateDtIds(context, { plant, body }) {
    const directory = await (await readComponents(context, plant.id)).directory();
    const unknown = body.dt_ids.filter((id) => directory.byDtId(id) === undefined);
    return { known: body.dt_ids.length - unknown.length, unknown };
  },

  importPlantAreas: (context, { parts }) => receivePlantAreas(context, parts),
};
