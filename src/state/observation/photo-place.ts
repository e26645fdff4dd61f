// Photos of stored observations, moved to another one or deleted.
import { atom } from "jotai";
import type { Observation } from "../../domain/observation/observation.ts";
import { keepObservations } from "./observation.ts";
import { observationSource } from "./present-source.ts";

/** Moves a photo to another observation. Rejects with the refusal. */
export const movePhoto = atom(
  null,
  async (_get, _set, from: Observation, image_id: number, to: number): Promise<void> => {
    const target = await observationSource().movePhoto(from.id, image_id, to);
    keepObservations([target, withoutPhoto(from, image_id)]);
  },
);

/** Deletes a photo. Rejects with the refusal. */
export const removePhoto = atom(
  null,
  async (_get, _set, one: Observation, image_id: number): Promise<void> => {
    keepObservations([await observationSource().removePhoto(one.id, image_id)]);
  },
);

function withoutPhoto(one: Observation, image_id: number): Observation {
  const at = one.images.findIndex(({ id }) => id === image_id);
  const { [one.images[at]?.file_id ?? ""]: _gone, ...files_map } = one.files_map;
  return {
    ...one,
    files_map,
    images: one.images.toSpliced(at, 1),
    image_urls: one.image_urls.toSpliced(at, 1),
  };
}
