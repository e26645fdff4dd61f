// Where the files of a survey lie, in words: how they were moved, by how many windows or points, or why nothing counts.
// One source for the log on the screen and for the report.
import type { ShownPlace } from "../survey-log.ts";
import type { ImagePlaces } from "./image-places.ts";

/** Words and numbers of the language of the reader. */
export type Speech = {
  readonly t: (key: string, values?: Readonly<Record<string, string>>) => string;
  /** With at most so many digits behind the separator. */
  readonly number: (value: number, digits: number) => string;
};

export function placeText({ file, found }: ShownPlace, speech: Speech): string {
  const { t, number } = speech;
  const percent = (share: number) => number(share * 100, 0);
  const centimetres = (metres: number) => number(metres * 100, 1);
  if (!found) return t("evaluation:log.not_placed", { file });
  if (found.ground_alike !== null) {
    return t("evaluation:log.ground_alike", { file, share: percent(found.ground_alike) });
  }
  if (found.divided !== null) {
    return t("evaluation:log.divided", { file, share: percent(found.divided) });
  }
  if (found.is_ambiguous && found.shifted !== null)
    return t("evaluation:log.shifted", { file, share: percent(found.shifted) });
  const part =
    found.shifted === null
      ? ""
      : ` ${t("evaluation:log.shifted_part", { share: percent(found.shifted) })}`;
  if (found.control)
    return `${byHand(file, found.control, speech)}. ${checkText(found, found.control, speech)}${part}`;
  if (found.is_ambiguous && found.rival_m === null && found.uncertainty_m !== null)
    return t("evaluation:log.loose", { file, uncertainty: centimetres(found.uncertainty_m) });
  if (found.is_ambiguous) {
    const rival =
      found.rival_m === null
        ? t("evaluation:log.ambiguous_any")
        : t("evaluation:log.ambiguous_rival", { rival: number(found.rival_m, 1) });
    return `${file}: ${t("evaluation:log.ambiguous", { rival })}`;
  }
  const placed = t("evaluation:log.placed", {
    file,
    shift: number(Math.hypot(...found.shift_m), 2),
    turn: number(found.turn_mrad, 1),
    residual: number(found.residual_m, 3),
    used: number(found.blocks, 0),
    rejected: rejectedText(found, speech),
  });
  if (found.uncertainty_m === null) return placed;
  return `${placed}. ${knownText(found, centimetres(found.uncertainty_m), speech)}${part}`;
}

type Found = NonNullable<ShownPlace["found"]>;
type Control = NonNullable<Found["control"]>;

/** How well the place of the worst component is known. */
function knownText({ rejected }: Found, uncertainty: string, { t }: Speech): string {
  const isWhole = rejected === 0 || rejected === null;
  return t(isWhole ? "evaluation:log.known" : "evaluation:log.known_part", { uncertainty });
}

const rejectedText = ({ rejected }: Found, { number }: Speech) =>
  rejected === null ? "–" : number(rejected, 0);

/** "survey.tif: placed by hand with 3 control points, residual 4.1 cm" */
function byHand(file: string, { points, residual_m }: Control, { t, number }: Speech): string {
  return t("evaluation:log.by_hand", {
    file,
    points: number(points, 0),
    residual: number(residual_m * 100, 1),
  });
}

/** What the rows of the picture say of the points, and how well the place is known. */
function checkText(found: Found, { check }: Control, speech: Speech): string {
  const { t, number } = speech;
  const words = t(`evaluation:log.by_hand_${check}`, {
    shift: number(Math.hypot(...found.shift_m), 2),
    used: number(found.blocks, 0),
    rejected: rejectedText(found, speech),
    found: number(found.residual_m * 100, 1),
    rival: found.rival_m === null ? "–" : number(found.rival_m, 1),
  });
  const known = found.uncertainty_m === null ? null : number(found.uncertainty_m * 100, 1);
  if (check === "agrees" && known !== null) return `${words} ${knownText(found, known, speech)}`;
  if (check !== "none") return words;
  if (known !== null)
    return found.is_ambiguous
      ? `${words} ${t("evaluation:log.by_hand_loose", { uncertainty: known })}`
      : `${words} ${knownText(found, known, speech)}`;
  if (found.is_ambiguous) return `${words} ${t("evaluation:log.by_hand_apart")}`;
  if (found.blocks === 0) return words;
  const [used, rejected] = [number(found.blocks, 0), rejectedText(found, speech)];
  return `${words} ${t("evaluation:log.by_hand_parts", { used, rejected })}`;
}

/** What single images lie beside their rows, and how far they were moved. */
export function imagePlacesText(places: ImagePlaces, { t, number }: Speech): string {
  return t("evaluation:log.image_places", {
    images: number(places.count, 0),
    residual: number(places.residual_m.median * 100, 1),
    worst: number(places.residual_m.worst * 100, 1),
    file: places.worst_file,
    shift: number(places.shift_m.median, 2),
    most: number(places.shift_m.worst, 2),
    used: number(places.blocks, 0),
    rejected: number(places.rejected, 0),
  });
}
