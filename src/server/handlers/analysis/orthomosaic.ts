// Orthomosaics: listed, prepared, drawn as tiles, downloaded, deleted.
import { orthomosaicApi } from "../../../api/analysis/orthomosaic.ts";
import type { AuditAction } from "../../../domain/account/audit.ts";
import { failure } from "../../../domain/error.ts";
import { movementWords, type PlacementId } from "../../../domain/raster/fit.ts";
import { orthomosaicFileRefusal } from "../../../domain/raster/orthomosaic.ts";
import type { Affine } from "../../../domain/raster/raster.ts";
import type { Context, Database } from "../../context.ts";
import { refuse, requireFound, type Handlers } from "../../implement.ts";
import { tileCache } from "../../raster/tile-cache.ts";
import { singleFlight } from "../../single-flight.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { keyOf } from "../../store/account/session.ts";
import { writeHistory } from "../../store/plant/analysis/analysis-change.ts";
import { readFile } from "../../store/plant/analysis/analysis-file.ts";
import * as store from "../../store/plant/analysis/orthomosaic.ts";

export const orthomosaicHandlers: Handlers<typeof orthomosaicApi> = {
  async list({ db }, { analysis }) {
    return (await store.readOrthomosaics(db, analysis.id)).map(store.orthomosaicOf);
  },

  async prepare(context, { analysis, body: { file_name, temperature } }) {
    const { db, viewer } = context;
    const file = requireFound(await readFile(db, analysis.id, file_name));
    const wrong = orthomosaicFileRefusal(file.file_name);
    if (wrong) throw failure("BAD_REQUEST", { ...wrong, file: file.file_name });
    const before = await store.readOrthomosaic(db, analysis.id, file.id);
    if (before?.row.state === "waiting" && before.row.task_id !== null)
      return { task_id: before.row.task_id };
    await store.storeWaiting(db, file.id, viewer.account_id);
    const about = { analysis_id: analysis.id, plant_id: analysis.plant_id };
    const detail = { ...about, file_name: file.file_name };
    const action: AuditAction = "prepare_orthomosaic";
    const input = { orthomosaic_id: file.id, ...(temperature && { temperature }) };
    const task_id = await context
      .enqueue("prepare_orthomosaic", input, about, { action, detail })
      .catch(async (cause: unknown) => {
        // No task will come: the file is again what it was.
        if (before?.row.fault) await store.storeFault(db, file.id, before.row.fault);
        else if (!before) await store.deleteOrthomosaic(db, file.id);
        throw cause;
      });
    await store.storeTask(db, file.id, task_id);
    return { task_id };
  },

  async checkFit(context, { analysis, params: { orthomosaic_id } }) {
    const { db, viewer } = context;
    const { row, file } = requireFound(
      await store.readOrthomosaic(db, analysis.id, orthomosaic_id),
    );
    refuse(orthomosaicApi.checkFit, viewer, row);
    const about = { analysis_id: analysis.id, plant_id: analysis.plant_id };
    const detail = { ...about, file_name: file.file_name };
    const action: AuditAction = "check_orthomosaic_fit";
    const input = { orthomosaic_id: row.id };
    const audit = { action, detail };
    return { task_id: await context.enqueue("check_orthomosaic_fit", input, about, audit) };
  },

  async place(context, { analysis, params: { orthomosaic_id }, body: { placement } }) {
    const { db, viewer } = context;
    const { row, file } = requireFound(
      await store.readOrthomosaic(db, analysis.id, orthomosaic_id),
    );
    const change = async (tx: Database) => {
      const facts = requireFound(await store.lockFit(tx, row.id));
      refuse(orthomosaicApi.place, viewer, { facts, to: placement });
      if (facts.placement === placement) return;
      await store.storePlacement(tx, row.id, placement);
      const words = (id: PlacementId) =>
        `${file.file_name}: ${id === "proposed" && facts.fit ? movementWords(facts.fit) : "0 m"}`;
      const [old_value, new_value] = [words(facts.placement), words(placement)];
      const entry = { field: "orthomosaic_placement", old_value, new_value } as const;
      await writeHistory(tx, analysis.id, viewer.account_id, [entry]);
    };
    const detail = { analysis_id: analysis.id, file_name: file.file_name, placement };
    await changeWithAudit(context, change, () => ({ action: "place_orthomosaic", detail }));
    return { done: true };
  },

  async tile(context, { params: { id, orthomosaic_id, z, x, y }, query }) {
    const { db, session_hash, viewer } = context;
    // A map asks for many tiles at the same time: they share one read, which is no older than they are.
    const key = `${keyOf(session_hash)} ${id} ${orthomosaic_id}`;
    const row = requireFound(
      await once(key, () => store.readTiled(db, viewer, { id: orthomosaic_id, analysis_id: id })),
    );
    if (row.state !== "ready" || row.kind === null || row.hash === null)
      throw failure("RESOURCE_NOT_FOUND", { reason: "orthomosaic_not_ready" });
    if (x >= 2 ** z || y >= 2 ** z) throw failure("RESOURCE_NOT_FOUND");
    const isThermal = row.kind === "thermal";
    const placement = query.placement ?? row.placement;
    const to_map = placeOf(row, placement);
    return {
      content_type: isThermal ? "application/octet-stream" : "image/webp",
      ...(isThermal && { content_encoding: "gzip" as const }),
      // Another place is another picture.
      tag: `${row.hash}${placement === "proposed" ? `-${row.fit_at}` : ""}-${z}-${x}-${y}`,
      body: () => tileBytes(context, { row, to_map, z, x, y }),
    };
  },

  async download({ db, files }, { analysis, params: { orthomosaic_id } }) {
    const { file } = requireFound(await store.readOrthomosaic(db, analysis.id, orthomosaic_id));
    return {
      content_type: "image/tiff",
      file_name: file.file_name.split("/").at(-1) ?? "",
      tag: file.sha256,
      bytes: file.bytes,
      body: () => files.stream(file.object),
    };
  },

  async remove(context, { analysis, params: { orthomosaic_id } }) {
    const { row, file } = requireFound(
      await store.readOrthomosaic(context.db, analysis.id, orthomosaic_id),
    );
    const detail = { analysis_id: analysis.id, file_name: file.file_name };
    await changeWithAudit(
      context,
      (db) => store.deleteOrthomosaic(db, row.id),
      () => ({ action: "delete_orthomosaic", detail }),
    );
    if (row.pyramid !== null) await context.files.remove(row.pyramid);
    return { done: true };
  },
};

const once = singleFlight();

/** Tiles of all users, by the content of their pyramids: what they may see is asked of the rows before. */
const cached = tileCache();
/** Bytes of directories and blocks that a tile needs, for the memory of its reader. */
const TILE_BYTES = 24 * 1024 ** 2;

/** The affine image of the pixels at this place. @throws RESOURCE_NOT_FOUND where the place is not known */
function placeOf({ to_map, fit }: store.TiledOrthomosaic, placement: PlacementId): Affine {
  const place = placement === "proposed" ? fit?.to_map : to_map;
  if (!place) throw failure("RESOURCE_NOT_FOUND", { reason: "orthomosaic_fit_missing" });
  return place;
}

type Tile = {
  readonly row: store.TiledOrthomosaic;
  readonly to_map: Affine;
  readonly z: number;
  readonly x: number;
  readonly y: number;
};

async function tileBytes(
  { readers, settings, viewer }: Context,
  { row, to_map, z, x, y }: Tile,
): Promise<Uint8Array> {
  const { pyramid, hash, kind, epsg, nodata, file_name: file } = row;
  if (pyramid === null || kind === null || epsg === null)
    throw failure("RESOURCE_NOT_FOUND", { reason: "orthomosaic_not_ready" });
  const key = `${hash} ${epsg} ${to_map.join(" ")} ${nodata} ${z}/${x}/${y}`;
  const { data_dir, object_store_url, disk_reserve_mb } = settings;
  const access = { data_dir, object_store_url, disk_reserve_mb };
  const place = { epsg, to_map, nodata };
  return cached(key, () =>
    readers.tile("orthomosaic_tile", {
      input: { store: access, pyramid, kind, place, z, x, y },
      file,
      bytes: TILE_BYTES,
      owner: viewer.account_id,
    }),
  );
}
