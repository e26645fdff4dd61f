// The next finding with images, the one before, and which of them is open.
import { useAtomValue, useSetAtom } from "jotai";
import { imagePlaceAtom, stepImage, stepPlacesAtom } from "../../state/plant/image/open-image.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { ImageSteps } from "../image-steps.tsx";

export function FindingSteps() {
  const places = useAtomValue(stepPlacesAtom);
  const place = useAtomValue(imagePlaceAtom);
  const step = useSetAtom(stepImage);
  if (places.length === 0) return null;
  return (
    <ImageSteps
      place={place}
      count={places.length}
      placeText={t("component:image_place", {
        n: formatNumber(place + 1),
        all: formatNumber(places.length),
      })}
      previousLabel={t("component:previous_image")}
      nextLabel={t("component:next_image")}
      onStep={step}
    />
  );
}
