// The uploaded images of an analysis by place: ranked, shown, measured.
import { fileCamera } from "../../../domain/image/file-camera.ts";
import { annotationMiddle } from "../../../domain/image/annotation.ts";
import { failure } from "../../../domain/error.ts";
import { imageToGround, type ImagePoint } from "../../../domain/image/image-camera.ts";
import { placeInImage, placeScore } from "../../../domain/image/image-rank.ts";
import { shotsOf, type Shot } from "../../../domain/image/survey-image.ts";
import { encodeRadiometry } from "../../../domain/image/radiometry.ts";
import { limits } from "../../../domain/limits.ts";
import type { surveyImageApi } from "../../../api/analysis/survey-image.ts";
import { requireFound, type Handlers } from "../../implement.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import * as annotations from "../../store/plant/analysis/image-annotation.ts";
import type { FileRow } from "../../store/plant/analysis/analysis-file.ts";
import * as store from "../../store/plant/analysis/survey-image.ts";
import { requireRows } from "../../store/provider/quota.ts";

const contentTypes: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
};

export const surveyImageHandlers: Handlers<typeof surveyImageApi> = {
  async ofPlace({ db }, { analysis, query: { corners, file_name } }) {
    const [near, counts] = [
      await store.readImagesNear(db, analysis.id, corners[0]!),
      await store.countImages(db, analysis.id),
    ];
    const shots = shotsOf(near.flatMap((row) => rankedOf(row, corners)));
    const best = shots.slice(0, limits.shots);
    // An image that was chosen on the map is seen, however many show the place better.
    const isIt = ({ thermal, rgb }: Shot) =>
      [thermal, rgb].some((image) => image?.file_name === file_name);
    const chosen = file_name === undefined || best.some(isIt) ? undefined : shots.find(isIt);
    return {
      shots: chosen ? [...best.slice(0, -1), chosen] : best,
      count: shots.length,
      ...counts,
    };
  },

  async picture({ db, files }, { analysis, params: { image_id, size } }) {
    const row = requireFound(await store.readImageFile(db, analysis.id, image_id));
    const thumb = requireFound(row.thumb);
    // Browsers show no TIFF: its small picture stands for it.
    const content_type = contentTypes[row.file_name.split(".").at(-1)?.toLowerCase() ?? ""];
    if (size === "thumb" || content_type === undefined) {
      const tag = `${row.sha256}-small`;
      return { content_type: "image/jpeg", tag, body: () => files.read(thumb) };
    }
    const { object, sha256, bytes } = row;
    return { content_type, tag: sha256, bytes, body: () => files.stream(object) };
  },

  async temperatures({ db, readers, settings }, { analysis, params: { image_id } }) {
    const row = requireFound(await store.readImageFile(db, analysis.id, image_id));
    const { data_dir, object_store_url, disk_reserve_mb } = settings;
    const { object, file_name: file, bytes } = row;
    const radiometry = await readers.now("radiometry", {
      input: { store: { data_dir, object_store_url, disk_reserve_mb }, object, name: file },
      file,
      bytes,
      owner: `analysis ${analysis.id}`,
    });
    const body = encodeRadiometry(radiometry);
    return { content_type: "application/octet-stream", tag: `${row.sha256}-counts`, body };
  },

  async annotations({ db }, { analysis, params: { image_id } }) {
    const row = requireFound(await store.readImageFile(db, analysis.id, image_id));
    return annotations.readAnnotations(db, row.id);
  },

  async annotate(context, { analysis, params: { image_id }, body }) {
    const { db, viewer } = context;
    const row = requireFound(await store.readImageFile(db, analysis.id, image_id));
    if ((await annotations.countAnnotations(db, row.id)) >= limits.annotations)
      throw failure("CONFLICT", {
        reason: "annotations_full",
        values: { most: limits.annotations },
      });
    await requireRows(context, analysis.plant_id, 1);
    const { kind, points, text, height_m } = body;
    const camera = fileCamera(row, row.lens);
    const ground = camera && imageToGround(camera, annotationMiddle(points), height_m);
    const place: [number, number] | null = ground ? [ground[0], ground[1]] : null;
    const made = { image_id: row.id, kind, points, text, place, created_by: viewer.account_id };
    const id = await changeWithAudit(
      context,
      (tx) => annotations.insertAnnotation(tx, made),
      (annotation_id) => ({
        action: "annotate_image",
        detail: { analysis_id: analysis.id, file_name: row.file_name, annotation_id },
      }),
    );
    return requireFound(
      (await annotations.readAnnotations(db, row.id)).find((one) => one.id === id),
    );
  },

  async removeAnnotation(context, { analysis, params: { image_id, annotation_id } }) {
    const row = requireFound(await store.readImageFile(context.db, analysis.id, image_id));
    await changeWithAudit(
      context,
      async (tx) => {
        const isGone = await annotations.deleteAnnotation(tx, row.id, annotation_id);
        if (!isGone) throw failure("RESOURCE_NOT_FOUND");
      },
      () => ({
        action: "delete_image_annotation",
        detail: { analysis_id: analysis.id, file_name: row.file_name, annotation_id },
      }),
    );
    return { done: true };
  },
};

function rankedOf(row: FileRow, corners: readonly ImagePoint[]) {
  const camera = fileCamera(row, row.lens);
  const shown = camera && placeInImage(camera, corners);
  if (!camera || !shown) return [];
  const { id, file_name, taken_at, camera_model } = row;
  const is_radiometric = row.is_radiometric ?? false;
  const image = {
    id,
    file_name,
    taken_at,
    camera_model,
    is_radiometric,
    kind: is_radiometric || row.is_thermal ? ("thermal" as const) : ("rgb" as const),
    width: camera.width_px,
    height: camera.height_px,
    lens_basis: camera.lens_basis,
    ...shown,
    outline: shown.outline.map(([x, y]): [number, number] => [x, y]),
  };
  return [{ image, score: placeScore(shown), lon: camera.lon, lat: camera.lat }];
}
