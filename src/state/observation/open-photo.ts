// The photo of an observation that is open in full size, and steps through those around it and of its component.
import { atom } from "jotai";
import type { Observation, ObservationImage } from "../../domain/observation/observation.ts";
import { photosOf } from "../../domain/observation/recording/recording.ts";
import { perPlant } from "../shell/lifetime.ts";
import { observationByIdAtom, observationsOfAtom } from "./shown.ts";

/** A photo by its file ID, which stays when the server gives the photo an ID of its own. */
export type PhotoKey = { readonly observation_id: number; readonly file_id: string };
export type OpenPhoto = PhotoKey & {
  /** The photos that were taken around it, it first; where it was opened from the map. */
  readonly near?: readonly PhotoKey[];
};
export type ShownPhoto = { readonly one: Observation; readonly image: ObservationImage };

/** Null while no photo is open in full size. */
export const openPhotoAtom = perPlant<OpenPhoto | null>(null);

/** Those that were taken around the one that was pressed, then all of its component: of its newest observation first. */
export const shownPhotosAtom = atom((get): readonly ShownPhoto[] => {
  const open = get(openPhotoAtom);
  if (!open) return [];
  const byId = get(observationByIdAtom);
  const near = (open.near ?? []).flatMap(({ observation_id, file_id }): ShownPhoto[] => {
    const one = byId(observation_id);
    const image = one?.images.find((other) => other.file_id === file_id);
    return one && image ? [{ one, image }] : [];
  });
  const first = near[0]?.one ?? byId(open.observation_id);
  if (!first) return near;
  const isNear = new Set(near.map(({ image }) => image.file_id));
  const own = get(observationsOfAtom)(first.fieldgeometry_component.dt_id).flatMap((one) =>
    photosOf(one.images).map((image) => ({ one, image })),
  );
  return [...near, ...own.filter(({ image }) => !isNear.has(image.file_id))];
});

/** Where the open photo is among them; -1 where it is none of them. */
export const photoPlaceAtom = atom((get): number => {
  const open = get(openPhotoAtom);
  return get(shownPhotosAtom).findIndex(({ image }) => image.file_id === open?.file_id);
});

/** Opens the next photo (1) or the one before (-1); stops at the ends. */
export const stepPhoto = atom(null, (get, set, step: 1 | -1) => {
  const open = get(openPhotoAtom);
  const next = get(shownPhotosAtom)[get(photoPlaceAtom) + step];
  if (!open || !next) return;
  set(openPhotoAtom, { ...open, observation_id: next.one.id, file_id: next.image.file_id });
});
