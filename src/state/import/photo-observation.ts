// Photos that were dropped and become an observation: what they say, and the components at their place.
import { atom } from "jotai";
import { nearestRows, type Near } from "../../domain/component/nearest.ts";
import type { Problem } from "../../domain/error.ts";
import { placesApart } from "../../domain/geometry/ground-distance.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import type { PhotoPlace } from "../../domain/image/photo-time.ts";
import { readPhotoFacts, type PhotoFacts } from "../../domain/observation/photo-facts.ts";
import { MOST_OFFERED, offeredTypeAtom } from "../field/choose.ts";
import { photoRefusal, newPhoto } from "../observation/photo.ts";
import { preparePhoto } from "../observation/prepare-photo.ts";
import type { NewPhoto } from "../observation/source.ts";
import { geometryOf, geometryVersionAtom, twinAtom } from "../plant/plant.ts";
import type { ComponentRow } from "../plant/component/selection.ts";
import { valueOf } from "../shell/loaded.ts";

/** A photo as it will be sent, with what its file says. */
export type ReadPhoto = { readonly photo: NewPhoto; readonly facts: PhotoFacts };
export type ReadPhotos = {
  readonly photos: readonly ReadPhoto[];
  /** Why others cannot be photos of an observation. */
  readonly problems: readonly Problem[];
};

/** Reads chosen files; those that cannot be sent are named. */
export const readPhotos = atom(
  null,
  async (_get, set, files: readonly File[]): Promise<ReadPhotos> => {
    const photos: ReadPhoto[] = [];
    const problems: Problem[] = [];
    for (const file of files) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const ready = await set(preparePhoto, file, false);
      const problem = photoRefusal(ready, photos.length);
      if (problem) problems.push(problem);
      else photos.push({ photo: newPhoto(ready), facts: await readPhotoFacts(bytes) });
    }
    return { photos, problems };
  },
);

/** Farther from the place of a photo than this, nothing is meant: phones know their place to some ten metres. */
const REACH_M = 200;

type NearPhoto = {
  /** The nearest first; none where the photo was taken elsewhere. */
  readonly near: readonly (ComponentRow & Near)[];
  /** Metres to the nearest component of any distance. */
  readonly away_m: number;
};

/** What is near a place; null while the twin is loading, and for a plant without components of the offered type. */
export const nearPlace = ({ lon, lat }: PhotoPlace) =>
  atom((get): NearPhoto | null => {
    get(geometryVersionAtom);
    const origin = valueOf(get(twinAtom))?.origin;
    const component_type = get(offeredTypeAtom);
    const geometry = component_type && geometryOf(component_type);
    if (!origin || !geometry) return null;
    const plane = planeAt(origin);
    const found = nearestRows(
      geometry,
      plane.toPlane(lon, lat),
      "distance_to_nearest_point",
      MOST_OFFERED,
    );
    const [first] = found;
    if (!first) return null;
    const near = found
      .filter(({ distance_m }) => distance_m <= REACH_M)
      .map((one) => ({ ...one, component_type }));
    // Far away, the plane of the plant knows no distances.
    return { near, away_m: near.length > 0 ? first.distance_m : placesApart(origin, [lon, lat]) };
  });
