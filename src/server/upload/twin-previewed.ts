// The files of a preview, which the import that follows takes instead of having them sent again.
import { and, eq, ne } from "drizzle-orm";
import { z } from "zod";
import { componentTypeIds } from "../../domain/component/component.ts";
import { failure } from "../../domain/error.ts";
import { fileMappingShape } from "../../domain/file-preview/file-mapping.ts";
import { importModes } from "../../domain/twin/twin-mode.ts";
import type { Context } from "../context.ts";
import { readTask } from "../store/task.ts";
import { task } from "../store/schema/plant.ts";
import type { TwinUpload } from "./twin-upload.ts";

const inputShape = z.object({
  plant_id: z.number(),
  preview: z.literal(true),
  confirm_place: z.boolean().default(false),
  mapping: fileMappingShape.default({}),
  files: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      bytes: z.number(),
      component_type: z.enum(componentTypeIds).nullable(),
    }),
  ),
});
const resultShape = z.object({ mode: z.enum(importModes), twin_version: z.number() });

const gone = () => failure("CONFLICT", { reason: "twin_preview_gone", field: "preview_task" });

/**
 * The upload with the files of the preview, and with its mode and version. Another mode needs another preview.
 * @throws CONFLICT if it is no preview of the viewer for this plant, or its files were removed
 */
export async function withPreviewedFiles(
  { db, files, viewer }: Pick<Context, "db" | "files" | "viewer">,
  plantId: number,
  { preview_task, ...upload }: TwinUpload,
): Promise<Omit<TwinUpload, "preview_task">> {
  if (preview_task === undefined) return upload;
  const row = await readTask(db, viewer, preview_task);
  const isOwn = row?.created_by === viewer.account_id && row.state === "SUCCESSFUL";
  const input = isOwn ? inputShape.safeParse(row.input).data : undefined;
  const result = isOwn ? resultShape.safeParse(row.result).data : undefined;
  if (input?.plant_id !== plantId || result === undefined) throw gone();
  for (const { key } of input.files) if ((await files.size(key)) === null) throw gone();
  if (upload.mode !== undefined && upload.mode !== result.mode && !upload.preview) {
    throw failure("BAD_REQUEST", { reason: "field_invalid", field: "mode" });
  }
  return {
    ...upload,
    mode: upload.mode ?? result.mode,
    twin_version: upload.twin_version ?? result.twin_version,
    confirm_place: upload.confirm_place || input.confirm_place,
    mapping: input.mapping,
    files: input.files,
  };
}

/** Removes the files of the viewer's earlier previews of the plant, except these. */
export async function removeEarlierPreviews(
  { db, files, viewer }: Pick<Context, "db" | "files" | "viewer">,
  plantId: number,
  taskId: number,
  kept: TwinUpload["files"],
): Promise<void> {
  const keys = new Set(kept.map(({ key }) => key));
  const rows = await db
    .select({ input: task.input })
    .from(task)
    .where(
      and(
        eq(task.plant_id, plantId),
        eq(task.created_by, viewer.account_id),
        eq(task.name, "import_twin"),
        eq(task.state, "SUCCESSFUL"),
        ne(task.id, taskId),
      ),
    );
  for (const { input } of rows) {
    for (const { key } of inputShape.safeParse(input).data?.files ?? []) {
      if (!keys.has(key) && (await files.size(key)) !== null) await files.remove(key);
    }
  }
}
