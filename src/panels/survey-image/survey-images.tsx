// The images of the flight that show a component or a spot, once they are asked for.
import { useAtomValue } from "jotai";
import { limits } from "../../domain/limits.ts";
import { analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import { imagedPlaceAtom } from "../../state/plant/image/survey-image.ts";
import { chunk } from "../../ui/chunk.tsx";

const ImagesDialog = chunk(
  async () => (await import("./images-dialog.tsx")).ImagesDialog,
  limits.chunkLoadMs,
);

export function SurveyImages() {
  const place = useAtomValue(imagedPlaceAtom);
  const id = useAtomValue(analysisIdAtom);
  return place && id !== null ? <ImagesDialog place={place} id={id} /> : null;
}
