// Where the files of an evaluation lie, in the words of the chosen language.
import type { ImagePlaces } from "../../../domain/evaluation/place/image-places.ts";
import {
  imagePlacesText,
  placeText,
  type Speech,
} from "../../../domain/evaluation/place/place-text.ts";
import type { ShownPlace } from "../../../domain/evaluation/survey-log.ts";
import { formatNumber, t } from "../../shell/locale.ts";

const speech: Speech = { t: (key, values) => t(key, values), number: formatNumber };

export const placeWords = (place: ShownPlace): string => placeText(place, speech);

export const imagePlacesWords = (places: ImagePlaces): string => imagePlacesText(places, speech);
