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
  readonly attribution: string;
};

export type Photographer = {
  /** Once nothing loads or moves any more, or after a few seconds. */
  readonly take: () => Promise<MapPicture>;
  /** What is on the screen, at once: the browser prints now. */
  readonly takeNow: () => MapPicture;
};

/** The map writes it; null while there is no map. */
export const photographerAtom = perPlant<Photographer | null>(null);
