// The photo of an observation that is open in full size, and steps through those of its component.
import { atom } from "jotai";
import type { Observation, ObservationImage } from "../../domain/observation/observation.ts";
import { perPlant } from "../shell/lifetime.ts";
import { observationByIdAtom, observationsOfAtom } from "./shown.ts";

export type OpenPhoto = { readonly observation_id: number; readonly image_id: number };
export type ShownPhoto = { readonly one: Observation; readonly image: ObservationImage };

/** Null while no photo is open in full size. */
export const openPhotoAtom = perPlant<OpenPhoto | null>(null);

/** All photos of the component of the open one: of its newest observation first. */
export const shownPhotosAtom = atom((get): readonly ShownPhoto[] => {
  const open = get(openPhotoAtom);
  const one = open && get(observationByIdAtom)(open.observation_id);
  if (!one) return [];
  return get(observationsOfAtom)(one.fieldgeometry_component.dt_id).flatMap((other) =>
    other.images.map((image) => ({ one: other, image })),
  );
});

/** Where the open photo is among them; -1 where it is none of them. */
export const photoPlaceAtom = atom((get): number => {
  const open = get(openPhotoAtom);
  return get(shownPhotosAtom).findIndex(({ image }) => image.id === open?.image_id);
});

/** Opens the next photo (1) or the one before (-1); stops at the ends. */
export const stepPhoto = atom(null, (get, set, step: 1 | -1) => {
  const next = get(shownPhotosAtom)[get(photoPlaceAtom) + step];
  if (next) set(openPhotoAtom, { observation_id: next.one.id, image_id: next.image.id });
});
