// Where a raster lies, in words: how it was moved, by how many windows, or why nothing of it counts.
import type { ShownPlace } from "../../../domain/evaluation/survey-log.ts";
import { formatNumber, t } from "../../shell/locale.ts";

export function placeWords({ file, found }: ShownPlace): string {
  if (!found) return t("evaluation:log.not_placed", { file });
  if (found.is_ambiguous) {
    const rival =
      found.rival_m === null
        ? t("evaluation:log.ambiguous_any")
        : t("evaluation:log.ambiguous_rival", { rival: formatNumber(found.rival_m, 1) });
    return `${file}: ${t("evaluation:log.ambiguous", { rival })}`;
  }
  return t("evaluation:log.placed", {
    file,
    shift: formatNumber(Math.hypot(...found.shift_m), 2),
    turn: formatNumber(found.turn_mrad, 1),
    residual: formatNumber(found.residual_m, 3),
    used: formatNumber(found.blocks),
    rejected: found.rejected === null ? "–" : formatNumber(found.rejected),
  });
}
