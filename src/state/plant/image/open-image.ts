// Images of components in the list of findings, and steps to the next finding that has any.
import { atom } from "jotai";
import type { ResultImage } from "../../../domain/analysis/analysis-result.ts";
import type { ComponentRow } from "../../../domain/component/hierarchy.ts";
import { valueOf } from "../../shell/loaded.ts";
import { findingsAtom, openFinding } from "../analysis/finding.ts";
import { imagesAtom, imagesOfAtom } from "./image.ts";
import { imagePositionsAtom } from "../../map/image-position.ts";
import { keyFigureAtom } from "../column/key-figure.ts";
import { namesOf } from "../plant.ts";
import { imagedPlaceAtom, openComponentImages } from "./survey-image.ts";

/** Images of a component. */
export const rowImagesAtom = atom((get) => {
  const imagesOf = get(imagesOfAtom);
  return ({ component_type, row }: ComponentRow): readonly ResultImage[] =>
    imagesOf(namesOf(component_type)?.dtId(row) ?? "");
});

/** The component whose images are open; null for none, and for a spot on the ground. */
export const imagedRowAtom = atom((get) => get(imagedPlaceAtom)?.at ?? null);

/** Places in the list of findings that have images, worst first. */
export const imagePlacesAtom = atom((get): readonly number[] => {
  const component_type = get(keyFigureAtom)?.component_type;
  const findings = valueOf(get(findingsAtom));
  const imagesOf = get(rowImagesAtom);
  const isAny = valueOf(get(imagesAtom))?.some((image) => image.component_type === component_type);
  // Without any the names of all findings need not be read.
  if (!component_type || !findings || !isAny) return [];
  return [...findings.rows.keys()].filter(
    (place) => imagesOf({ component_type, row: findings.rows[place]! }).length > 0,
  );
});

/**
 * Places in the list of findings that the viewer steps through, worst first: all where the flight has images that show a
 * place, else those with images of the result.
 */
export const stepPlacesAtom = atom((get): readonly number[] => {
  const findings = valueOf(get(findingsAtom));
  const isFlown = (get(imagePositionsAtom) ?? []).some(({ camera }) => camera);
  if (!isFlown || !findings || !get(keyFigureAtom)) return get(imagePlacesAtom);
  return [...findings.rows.keys()];
});

/** Where the open image is among the findings that the viewer steps through; -1 where it is none of them. */
export const imagePlaceAtom = atom((get): number => {
  const open = get(imagedRowAtom);
  const rows = valueOf(get(findingsAtom))?.rows;
  if (!open || !rows || open.component_type !== get(keyFigureAtom)?.component_type) return -1;
  return get(stepPlacesAtom).findIndex((place) => rows[place] === open.row);
});

/**
 * Opens the images of the next finding (1) or the one before (-1), and its card; stops at the ends. Begins with the
 * worst one with images of the result where no image is open.
 */
export const stepImage = atom(null, (get, set, step: 1 | -1) => {
  const places = get(get(imagedPlaceAtom) ? stepPlacesAtom : imagePlacesAtom);
  const from = get(imagePlaceAtom);
  const next = places[from < 0 ? 0 : from + step];
  const row = next === undefined ? undefined : valueOf(get(findingsAtom))?.rows[next];
  const component_type = get(keyFigureAtom)?.component_type;
  if (next === undefined || row === undefined || !component_type) return;
  set(openFinding, next);
  const isCut = get(rowImagesAtom)({ component_type, row }).length > 0;
  set(openComponentImages, { component_type, row }, isCut ? "result" : "flight");
});
