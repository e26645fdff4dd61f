// The photos of observations on the map: which one lies below the pointer, its tooltip, and opening it.
import { atom } from "jotai";
import { signalInks } from "../../domain/colour/palette.ts";
import { planeAt, type LonLat } from "../../domain/geometry/plane.ts";
import { isWaitingId } from "../../domain/observation/waiting-observation.ts";
import { shownLayersAtom, shownOpacityAtom } from "../map/layer.ts";
import { spaceAtom } from "../map/space.ts";
import type { HoverWords } from "../plant/component/hover-words.ts";
import type { ComponentRow } from "../plant/component/selection.ts";
import { componentTypeName } from "../plant/column/value-words.ts";
import { plantClockAtom } from "../plant/plant.ts";
import { perPlant } from "../shell/lifetime.ts";
import { t } from "../shell/locale.ts";
import { photoPositionsAtom, type PhotoPosition } from "./map.ts";
import { openPhotoAtom, type ShownPhoto } from "./open-photo.ts";
import { observationByIdAtom } from "./shown.ts";
import { observedName, takenWords } from "./words.ts";

const LAYER = "observation_photos";
/** Metres around a pressed photo: its neighbours follow it in full size, as far as one walks between two looks. */
const AROUND_M = 15;
const MOST_AROUND = 60;

/** Below the pointer: the place, the metres that count as below it, and the component that is drawn there. */
export type Spot = {
  readonly place: LonLat;
  readonly reach: number;
  readonly component: ComponentRow | null;
};

/** Photos within `reach` metres of a place, the nearest first; of those at the same place the one drawn last. */
function nearest(
  positions: readonly PhotoPosition[],
  place: LonLat,
  reach: number,
): readonly PhotoPosition[] {
  const plane = planeAt(place);
  return positions
    .map((photo) => ({ photo, metres: Math.hypot(...plane.toPlane(photo.lon, photo.lat)) }))
    .filter(({ metres }) => metres <= reach)
    .toReversed()
    .toSorted((one, other) => one.metres - other.metres)
    .map(({ photo }) => photo);
}

/** The photos that the map draws; they are not drawn in 3D. */
const drawnAtom = atom((get): readonly PhotoPosition[] => {
  if (get(spaceAtom) === "3d" || get(shownOpacityAtom)(LAYER) === 0) return [];
  return get(photoPositionsAtom) ?? [];
});

/** True where the user has moved the photos below the components. */
const isBelowComponentsAtom = atom((get) => {
  const ids = get(shownLayersAtom).flatMap(({ id, visible }) => (visible ? id : []));
  return ids.indexOf(LAYER) < ids.indexOf("components");
});

/** A function that returns the photos of a spot, the nearest first. */
const photosAtAtom = atom((get) => {
  const [drawn, isBelow] = [get(drawnAtom), get(isBelowComponentsAtom)];
  return ({ place, reach, component }: Spot) =>
    component && isBelow ? [] : nearest(drawn, place, reach);
});

type Hovered = { readonly photo: PhotoPosition; readonly count: number };

const foundAtom = perPlant<Hovered | null>(null);

/** The photo below the pointer, and how many lie there; null where there is none, and once they are hidden. */
export const hoveredPhotoAtom = atom((get): Hovered | null => {
  const found = get(foundAtom);
  return found && get(drawnAtom).includes(found.photo) ? found : null;
});

/** Finds the photo below the pointer. Returns whether there is one. */
export const hoverPhoto = atom(null, (get, set, spot: Spot | null): boolean => {
  const photos = spot ? get(photosAtAtom)(spot) : [];
  const before = get(foundAtom);
  const [photo] = photos;
  if (before?.photo !== photo || (before?.count ?? 0) !== photos.length) {
    set(foundAtom, photo ? { photo, count: photos.length } : null);
  }
  return photo !== undefined;
});

/** Opens the photo of a spot in full size, followed by those around it. Returns whether there is one. */
export const openPhotoAt = atom(null, (get, set, spot: Spot): boolean => {
  const [photo] = get(photosAtAtom)(spot);
  if (!photo) return false;
  const place = [photo.lon, photo.lat] as const;
  const around = nearest(get(drawnAtom), place, Math.max(AROUND_M, spot.reach));
  const keyOf = ({ observation_id, file_id }: PhotoPosition) => ({ observation_id, file_id });
  const others = around.filter((other) => other !== photo).slice(0, MOST_AROUND);
  set(openPhotoAtom, { ...keyOf(photo), near: [photo, ...others].map(keyOf) });
  return true;
});

const shownPhotoAtom = atom((get): ShownPhoto | null => {
  const hovered = get(hoveredPhotoAtom);
  const one = hovered && get(observationByIdAtom)(hovered.photo.observation_id);
  const image = one?.images.find(({ file_id }) => file_id === hovered?.photo.file_id);
  return one && image ? { one, image } : null;
});

const photoColour = `rgb(${signalInks.observation_photo.slice(0, 3).join()})`;

/** What the tooltip says about the photo below the pointer; null where there is none. */
export const photoHoverWordsAtom = atom((get): HoverWords | null => {
  const shown = get(shownPhotoAtom);
  const count = get(hoveredPhotoAtom)?.count ?? 0;
  if (!shown) return null;
  const { one, image } = shown;
  const type = componentTypeName(one.fieldgeometry_component.component_type);
  return {
    name: t("observation:photo_of", { name: `${type} ${observedName(one)}` }),
    mark: { colour: photoColour, symbol: "circle" },
    lines: [
      takenWords(get(plantClockAtom), one, image),
      image.file_name,
      ...(isWaitingId(image.id) ? [t("observation:map_waiting")] : []),
      ...(count > 1 ? [t("observation:photos_here", { count })] : []),
    ],
  };
});
