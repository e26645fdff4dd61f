// Uploaded files of analyses: listed, downloaded, added, deleted, moved.
import { analysisFileApi } from "../../../api/analysis/analysis-file.ts";
import { fileChangeRefusal } from "../../../domain/analysis/analysis-state.ts";
import { countDays, fileProblems } from "../../../domain/analysis/file-belonging.ts";
import { fileMoveRefusal } from "../../../domain/analysis/file-move.ts";
import { nameKey } from "../../../domain/analysis/upload-name.ts";
import { failure } from "../../../domain/error.ts";
import type { Context, Database } from "../../context.ts";
import type { Handlers } from "../../implement.ts";
import { refuse, requireFound } from "../../implement.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { changeState, lockState } from "../../store/plant/analysis/analysis-change.ts";
import { readAnalysis } from "../../store/plant/analysis/analysis.ts";
import * as store from "../../store/plant/analysis/analysis-file.ts";
import { renewCoverage } from "../../store/plant/flight/coverage.ts";
import { readPlantOf } from "../../store/plant/plant.ts";
import { receiveSmallFiles, refuseTaken } from "../../upload/small-files.ts";
import { inTurns } from "../../turn.ts";
import { requireObjects } from "../../zip/require-objects.ts";
import { zipStream } from "../../zip/zip-stream.ts";

export const analysisFileHandlers: Handlers<typeof analysisFileApi> = {
  async list({ db }, { analysis, plant }) {
    const rows: ListedFile[] = [];
    const days = countDays();
    for await (const page of store.readFilePages(db, analysis.id)) {
      for await (const row of inTurns(page)) {
        days.add(row);
        rows.push(row);
      }
    }
    const proposed_date = days.most();
    const files = [];
    for await (const row of inTurns(rows)) {
      const problems = fileProblems(row, plant, proposed_date);
      files.push({ ...row, has_thumbnail: row.thumb !== null, problems });
    }
    return { files, proposed_date };
  },

  async positions({ db }, { analysis }) {
    const places = [];
    for await (const page of store.readImagePlacePages(db, analysis.id)) places.push(...page);
    return places;
  },

  reading: async ({ db }, { analysis }) => ({
    waiting: await store.countWaitingFiles(db, analysis.id),
  }),

  async download({ db, files }, { analysis, query: { file_name } }) {
    const { object, bytes, sha256, ...file } = requireFound(
      await store.readFile(db, analysis.id, file_name),
    );
    return {
      // One type for all files, so that the browser saves them and opens none.
      content_type: "application/octet-stream",
      file_name: file.file_name.split("/").at(-1) ?? "",
      tag: sha256,
      bytes,
      body: () => files.stream(object),
    };
  },

  async thumbnail({ db, files }, { analysis, query: { file_name } }) {
    const { thumb, sha256 } = requireFound(await store.readFile(db, analysis.id, file_name));
    const key = requireFound(thumb);
    return { content_type: "image/jpeg", tag: `${sha256}-small`, body: () => files.read(key) };
  },

  async downloadMany({ db, files }, { analysis, query: { filenames } }) {
    const isChosen = filenames ? namedOf(filenames) : () => true;
    const chosen: ListedFile[] = [];
    for await (const page of store.readFilePages(db, analysis.id))
      chosen.push(...page.filter(isChosen));
    if (chosen.length === 0) throw failure("RESOURCE_NOT_FOUND");
    await requireObjects(files, chosen);
    const { stream, bytes } = await zipStream(
      chosen.map(({ file_name: name, object, bytes: size, created_at }) => ({
        name,
        bytes: size,
        modified: new Date(created_at),
        open: () => files.stream(object),
      })),
    );
    const file_name = `${analysis.plant_name} ${analysis.name}.zip`;
    return { content_type: "application/zip", file_name, bytes, body: stream };
  },

  async upload(context, { analysis, plant, parts }) {
    refuse(analysisFileApi.upload, context.viewer, analysis);
    return receiveSmallFiles(context, { ...analysis, customer_id: plant.customer_id }, parts);
  },

  async remove(context, { analysis, body: { file_names } }) {
    refuse(analysisFileApi.remove, context.viewer, analysis);
    const rows = await changeWithAudit(
      context,
      async (db) => {
        await changeFiles(context, db, analysis.id);
        const deleted = await store.deleteFiles(db, analysis.id, file_names);
        if (deleted.length < new Set(file_names.map(nameKey)).size) {
          throw failure("RESOURCE_NOT_FOUND");
        }
        await changeFiles(context, db, analysis.id);
        const by = { analysis_id: analysis.id, account_id: context.viewer.account_id };
        await renewCoverage(db, by);
        return deleted;
      },
      () => ({ action: "delete_analysis_files", detail: { analysis_id: analysis.id, file_names } }),
    );
    for (const { object, thumb } of rows) {
      await context.files.remove(object);
      if (thumb !== null) await context.files.remove(thumb);
    }
    return { done: true };
  },

  async move(context, { analysis, plant, body: { file_names, to_analysis_id, to_other_plant } }) {
    const { viewer } = context;
    refuse(analysisFileApi.move, viewer, analysis);
    const target = requireFound(await readAnalysis(context.db, viewer, to_analysis_id));
    const refusal = fileChangeRefusal(target);
    if (refusal) throw failure("CONFLICT", { ...refusal, field: "to_analysis_id" });
    const [from, to] = [analysis.id, target.id];
    if (from === to)
      throw failure("BAD_REQUEST", { reason: "field_invalid", field: "to_analysis_id" });
    const target_plant = requireFound(await readPlantOf(context.db, viewer, to));
    const moveRefusal = fileMoveRefusal({
      from: { plant_id: plant.id, customer_id: plant.customer_id },
      to: { plant_id: target_plant.id, customer_id: target_plant.customer_id },
      is_admin: viewer.is_admin,
      to_other_plant,
    });
    if (moveRefusal) throw failure("CONFLICT", { ...moveRefusal, field: "to_analysis_id" });
    await changeWithAudit(
      context,
      async (db) => {
        // In one order, so that two moves never wait for each other.
        for (const id of [from, to].toSorted((a, b) => a - b)) await changeFiles(context, db, id);
        const taken = await store.readTaken(db, to, file_names);
        for (const name of file_names) refuseTaken(taken, name);
        const moved = await store.moveFiles(db, { from, to }, file_names);
        if (moved < new Set(file_names.map(nameKey)).size) throw failure("RESOURCE_NOT_FOUND");
        await store.launchReading(db, { analysis_id: to, account_id: viewer.account_id });
        await changeFiles(context, db, from);
        await changeFiles(context, db, to);
        await renewCoverage(db, { analysis_id: from, account_id: viewer.account_id });
      },
      () => ({
        action: "move_analysis_files",
        detail: { analysis_id: from, to_analysis_id: to, file_names },
      }),
    );
    return { done: true };
  },
};

/** Judges the change with the row locked, and lets the state follow; called before and after it. */
async function changeFiles(
  { viewer: { account_id } }: Context,
  db: Database,
  analysis_id: number,
): Promise<void> {
  requireFound(await lockState(db, analysis_id));
  await changeState(db, { analysis_id, event: "files_changed", account_id });
}

type ListedFile = store.FileRow & { readonly user_name: string | null };

/** True for the named files; a name that ends in `/` is a folder. */
function namedOf(names: readonly string[]): (file: Pick<ListedFile, "name_key">) => boolean {
  const keys = new Set(names.map(nameKey));
  const folders = [...keys].filter((key) => key.endsWith("/"));
  return ({ name_key }) =>
    keys.has(name_key) || folders.some((folder) => name_key.startsWith(folder));
}
