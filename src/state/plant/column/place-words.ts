// Where a raster lies, in words: how it was moved, by how many windows or points, or why nothing of it counts.
import type { ShownPlace } from "../../../domain/evaluation/survey-log.ts";
import { formatNumber, t } from "../../shell/locale.ts";

export function placeWords({ file, found }: ShownPlace): string {
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
    return `${byHand(file, found.control)}. ${checkWords(found, found.control)}${part}`;
  if (found.is_ambiguous && found.rival_m === null && found.uncertainty_m !== null)
    return t("evaluation:log.loose", { file, uncertainty: centimetres(found.uncertainty_m) });
  if (found.is_ambiguous) {
    const rival =
      found.rival_m === null
        ? t("evaluation:log.ambiguous_any")
        : t("evaluation:log.ambiguous_rival", { rival: formatNumber(found.rival_m, 1) });
    return `${file}: ${t("evaluation:log.ambiguous", { rival })}`;
  }
  const placed = t("evaluation:log.placed", {
    file,
    shift: formatNumber(Math.hypot(...found.shift_m), 2),
    turn: formatNumber(found.turn_mrad, 1),
    residual: formatNumber(found.residual_m, 3),
    used: formatNumber(found.blocks),
    rejected: rejectedWords(found),
  });
  if (found.uncertainty_m === null) return placed;
  const uncertainty = centimetres(found.uncertainty_m);
  return `${placed}. ${knownWords(found, uncertainty)}${part}`;
}

/** How well the place of the worst component is known. */
function knownWords({ rejected }: Found, uncertainty: string): string {
  const isWhole = rejected === 0 || rejected === null;
  return t(isWhole ? "evaluation:log.known" : "evaluation:log.known_part", { uncertainty });
}

const percent = (share: number) => formatNumber(share * 100, 0);

const centimetres = (metres: number) => formatNumber(metres * 100, 1);

type Found = NonNullable<ShownPlace["found"]>;
type Control = NonNullable<Found["control"]>;

const rejectedWords = ({ rejected }: Found) => (rejected === null ? "–" : formatNumber(rejected));

/** "survey.tif: placed by hand with 3 control points, residual 4.1 cm" */
export function byHand(file: string, { points, residual_m }: Control): string {
  return t("evaluation:log.by_hand", {
    file,
    points: formatNumber(points),
    residual: centimetres(residual_m),
  });
}

/** What the rows of the picture say of the points, and how well the place is known. */
function checkWords(found: Found, { check }: Control): string {
  const words = t(`evaluation:log.by_hand_${check}`, {
    shift: formatNumber(Math.hypot(...found.shift_m), 2),
    used: formatNumber(found.blocks),
    rejected: rejectedWords(found),
    found: centimetres(found.residual_m),
    rival: found.rival_m === null ? "–" : formatNumber(found.rival_m, 1),
  });
  const known = found.uncertainty_m === null ? null : centimetres(found.uncertainty_m);
  if (check === "agrees" && known !== null) return `${words} ${knownWords(found, known)}`;
  if (check !== "none") return words;
  if (known !== null)
    return found.is_ambiguous
      ? `${words} ${t("evaluation:log.by_hand_loose", { uncertainty: known })}`
      : `${words} ${knownWords(found, known)}`;
  if (found.is_ambiguous) return `${words} ${t("evaluation:log.by_hand_apart")}`;
  if (found.blocks === 0) return words;
  const [used, rejected] = [formatNumber(found.blocks), rejectedWords(found)];
  return `${words} ${t("evaluation:log.by_hand_parts", { used, rejected })}`;
}
