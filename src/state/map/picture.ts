// A picture of the map, for printing and saving.
import { perPlant } from "../shell/lifetime.ts";

export type MapPicture = {
  readonly canvas: HTMLCanvasElement;
  /** Size on the screen in CSS pixels; the canvas can have more. */
  readonly width: number;
  readonly height: number;
  /** Metres per CSS pixel at the centre. */
  readonly metresPerPixel: number;
  /** Degrees clockwise from north. */
  readonly bearing: number;
  /** Not seen from straight above: metres per pixel hold at the centre alone. */
  readonly isTilted: boolean;
  readonly attribution: string;
  /** All that is in view was drawn; false where something had not come in time. */
  readonly isWhole: boolean;
};

/** What a picture shows: what the screen does, and more on two sides; this scale, around the middle; or these bounds. */
export type PictureExtent =
  | "screen"
  | { readonly metresPerPixel: number }
  /** [west, south, east, north] in degrees. */
  | { readonly bounds: readonly [number, number, number, number] };

/** How a picture for paper is made of the view. */
export type PictureFrame = {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture per CSS pixel. */
  readonly sharpness: number;
  readonly extent: PictureExtent;
};

/** A view that has ended has no picture: what takes one throws. */
export type Photographer = {
  /** Without a graphics card each pixel takes long. */
  readonly hasCard: boolean;
  /** In 3D what is higher is larger, also from straight above: no picture has a scale. */
  readonly isSpace: boolean;
  /** Once nothing loads or moves any more, or after a few seconds. */
  readonly take: () => Promise<MapPicture>;
  /** What is on the screen, at once: the browser prints now. */
  readonly takeNow: () => MapPicture;
  /**
   * Gives the view another size for a moment, and brings it back. A view has one size at a time: what is asked for
   * meanwhile waits.
   * @param whileFramed called before the picture is taken; what depends on the view, such as counts, is that of the
   *   picture from its end on
   */
  readonly takeFramed: (
    frame: PictureFrame,
    whileFramed: () => Promise<void>,
  ) => Promise<MapPicture>;
};

/** The map writes it; null while there is no map. */
export const photographerAtom = perPlant<Photographer | null>(null);
