// Where the images of the current analysis were taken: those of its results, and the drone's uploaded ones.
import { atom } from "jotai";
import { analysisFileApi } from "../../api/analysis-file.ts";
import { hasPermissionAtom } from "../account/session.ts";
import { analysisIdAtom } from "../plant/analysis.ts";
import { imagesAtom } from "../plant/image.ts";
import { valueOf } from "../shell/loaded.ts";
import { analysisFilesOf } from "../upload/analysis-file.ts";

export type ImagePosition = {
  readonly kind: "thermal" | "rgb";
  /** Degrees, EPSG:4326. */
  readonly lon: number;
  readonly lat: number;
};

type Positioned = { readonly lon: number | null; readonly lat: number | null };

function positionOf(kind: ImagePosition["kind"], { lon, lat }: Positioned): ImagePosition[] {
  return lon === null || lat === null ? [] : [{ kind, lon, lat }];
}

/** The uploaded files, for those who may see them. */
const filePositionsAtom = atom((get): readonly ImagePosition[] => {
  const id = get(analysisIdAtom);
  if (id === null || !get(hasPermissionAtom)(analysisFileApi.list.permission)) return [];
  const { files } = valueOf(get(analysisFilesOf(id))) ?? { files: [] };
  return files.flatMap((file) => positionOf(file.is_radiometric ? "thermal" : "rgb", file));
});

/** Null until loaded, and where no image has a position. Fetched while their layer is shown. */
export const imagePositionsAtom = atom((get): readonly ImagePosition[] | null => {
  const results = valueOf(get(imagesAtom)) ?? [];
  const positions = [
    ...get(filePositionsAtom),
    ...results.flatMap((image) => positionOf(image.kind, image)),
  ];
  return positions.length > 0 ? positions : null;
});
