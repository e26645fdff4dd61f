// Marks in pictures of a component's result.
import type { resultImageApi } from "../../../api/analysis/result-image.ts";
import { failure } from "../../../domain/error.ts";
import { limits } from "../../../domain/limits.ts";
import { requireFound, type Handlers } from "../../implement.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import * as store from "../../store/plant/analysis/image-annotation.ts";
import { findImage } from "../../store/plant/analysis/result-image.ts";
import { requireRows } from "../../store/provider/quota.ts";

export const resultImageHandlers: Handlers<typeof resultImageApi> = {
  async annotations({ db }, { analysis, params: { image_id } }) {
    return store.readResultAnnotations(
      db,
      requireFound(await findImage(db, analysis.id, image_id)),
    );
  },

  async annotate(context, { analysis, params: { image_id }, body }) {
    const { db, viewer } = context;
    const picture = requireFound(await findImage(db, analysis.id, image_id));
    if ((await store.countResultAnnotations(db, picture)) >= limits.annotations) {
      const values = { most: limits.annotations };
      throw failure("CONFLICT", { reason: "annotations_full", values });
    }
    await requireRows(context, analysis.plant_id, 1);
    const { kind, points, text } = body;
    const { dt_id, full, file_name } = picture;
    const made = { analysis_id: analysis.id, dt_id, picture: full, kind, points, text };
    const id = await changeWithAudit(
      context,
      (tx) => store.insertResultAnnotation(tx, { ...made, created_by: viewer.account_id }),
      (annotation_id) => ({
        action: "annotate_image",
        detail: { analysis_id: analysis.id, file_name, annotation_id },
      }),
    );
    const all = await store.readResultAnnotations(db, picture);
    return requireFound(all.find((one) => one.id === id));
  },

  async removeAnnotation(context, { analysis, params: { image_id, annotation_id } }) {
    const picture = requireFound(await findImage(context.db, analysis.id, image_id));
    await changeWithAudit(
      context,
      async (tx) => {
        const isGone = await store.deleteResultAnnotation(tx, picture, annotation_id);
        if (!isGone) throw failure("RESOURCE_NOT_FOUND");
      },
      () => ({
        action: "delete_image_annotation",
        detail: { analysis_id: analysis.id, file_name: picture.file_name, annotation_id },
      }),
    );
    return { done: true };
  },
};
