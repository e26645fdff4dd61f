// What the evaluation made of single images, in words.
import type { ShownLog } from "../../../domain/evaluation/survey-log.ts";
import { imagePlacesWords } from "../../../state/plant/column/place-words.ts";
import { formatNumber, t } from "../../../state/shell/locale.ts";

/** A line for each thing that happened; none where there were no images. */
export function imageWords({
  images,
  image_places,
}: Pick<ShownLog, "images" | "image_places">): string[] {
  const {
    measured,
    without_temperature,
    turned,
    visible,
    visible_not_sure,
    flight_not_sure,
    flight_beside,
    duplicates,
    false_colour,
    position_stated,
    unconfirmed,
    odd_unit,
    by_jpeg,
  } = images;
  const lines: string[] = [];
  if (measured + without_temperature > 0) lines.push(t("evaluation:log.images", images));
  if (image_places) lines.push(`${imagePlacesWords(image_places)}.`);
  if (without_temperature > 0) lines.push(t("evaluation:log.export_images"));
  if (unconfirmed > 0)
    lines.push(t("evaluation:log.unconfirmed_images", { images: formatNumber(unconfirmed) }));
  if (odd_unit > 0)
    lines.push(t("evaluation:log.odd_unit_images", { images: formatNumber(odd_unit) }));
  if (by_jpeg > 0)
    lines.push(t("evaluation:log.by_jpeg_images", { images: formatNumber(by_jpeg) }));
  if (turned > 0) lines.push(t("evaluation:log.turned_images", { images: formatNumber(turned) }));
  if (duplicates > 0)
    lines.push(t("evaluation:log.duplicate_images", { images: formatNumber(duplicates) }));
  if (false_colour > 0)
    lines.push(t("evaluation:log.false_colour_images", { images: formatNumber(false_colour) }));
  if (position_stated > 0)
    lines.push(t("evaluation:log.position_stated", { images: formatNumber(position_stated) }));
  if (visible > 0)
    lines.push(t("evaluation:log.visible_images", { images: formatNumber(visible) }));
  if (visible_not_sure > 0)
    lines.push(t("evaluation:log.visible_not_sure", { images: formatNumber(visible_not_sure) }));
  if (flight_not_sure > 0)
    lines.push(t("evaluation:log.flight_not_sure", { images: formatNumber(flight_not_sure) }));
  if (flight_beside > 0)
    lines.push(t("evaluation:log.flight_beside", { images: formatNumber(flight_beside) }));
  return lines;
}
