// The images of the flight that show a component or a spot: best first, thermal and visible ones of a shot side by
// side with the same zoom. J and K or the arrow keys open the next shot and the one before.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ImageOff } from "lucide-react";
import type { Shot, Shots } from "../../domain/image/survey-image.ts";
import {
  imagedPlaceAtom,
  shotsAtom,
  type ImagedPlace,
} from "../../state/plant/image/survey-image.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { singleKeysAtom } from "../../state/shell/shortcut.ts";
import { EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { ImageSteps } from "../image-steps.tsx";
import { LoadFault } from "../load-fault.tsx";
import { ShotPanes } from "./shot-panes.tsx";
import { ShotStrip } from "./shot-strip.tsx";
import css from "./survey-image.module.css";

export function ImagesDialog({ place, id }: { place: ImagedPlace; id: number }) {
  const setPlace = useSetAtom(imagedPlaceAtom);
  const [at, setAt] = useState<{ of: ImagedPlace | null; index: number }>({ of: null, index: 0 });
  const shots = useAtomValue(shotsAtom);
  const isSingle = useAtomValue(singleKeysAtom);
  const count = shots.state === "ready" ? shots.value.shots.length : 0;
  const first =
    shots.state === "ready" && place.file_name !== undefined
      ? shots.value.shots.findIndex(({ thermal, rgb }) =>
          [thermal, rgb].some((image) => image?.file_name === place.file_name),
        )
      : 0;
  const index = at.of === place ? at.index : Math.max(0, first);
  const go = (to: number) => setAt({ of: place, index: Math.max(0, Math.min(count - 1, to)) });
  const keys = { j: () => go(index + 1), k: () => go(index - 1) };
  return (
    <Dialog
      title={
        place.name === ""
          ? t("survey-image:of_spot")
          : t("survey-image:of_component", { name: place.name })
      }
      isOpen
      onClose={() => setPlace(null)}
      closeLabel={t("shell:close")}
      size="full"
      {...(isSingle ? { keys } : {})}
    >
      {shots.state === "failed" ? <LoadFault fault={shots.fault} /> : null}
      {shots.state === "loading" || shots.state === "idle" ? (
        <Skeleton label={t("shell:loading")} lines={6} />
      ) : null}
      {shots.state === "ready" ? (
        <Found shots={shots.value} analysis_id={id} index={index} onGo={go} />
      ) : null}
    </Dialog>
  );
}

type FoundProps = {
  shots: Shots;
  analysis_id: number;
  index: number;
  onGo: (index: number) => void;
};

function Found({ shots, analysis_id, index, onGo }: FoundProps) {
  const shot = shots.shots[index];
  if (!shot) return <None shots={shots} />;
  return (
    <div className={css.body}>
      <div className={css.top}>
        <Facts shot={shot} />
        <ImageSteps
          place={index}
          count={shots.shots.length}
          placeText={t("survey-image:place", {
            n: formatNumber(index + 1),
            all: formatNumber(shots.shots.length),
          })}
          previousLabel={t("survey-image:previous")}
          nextLabel={t("survey-image:next")}
          onStep={(by) => onGo(index + by)}
        />
      </div>
      <ShotPanes key={shotKey(shot)} shot={shot} analysis_id={analysis_id} />
      <ShotStrip shots={shots.shots} analysis_id={analysis_id} index={index} onGo={onGo} />
    </div>
  );
}

export const shotKey = ({ thermal, rgb }: Shot) => `${thermal?.id ?? ""} ${rgb?.id ?? ""}`;

/** Why there is nothing: no images, none that say where they were taken, or none of this place. */
function None({ shots: { uploaded, usable } }: { shots: Shots }) {
  const reason = uploaded === 0 ? "no_images" : usable === 0 ? "no_positions" : "none_here";
  return (
    <EmptyState icon={<ImageOff size={20} aria-hidden="true" />} title={t("survey-image:none")}>
      {t(`survey-image:${reason}`, {
        uploaded: formatNumber(uploaded),
        usable: formatNumber(usable),
      })}
    </EmptyState>
  );
}

/** Why this shot is where it is in the order. */
function Facts({ shot: { thermal, rgb } }: { shot: Shot }) {
  const image = thermal ?? rgb;
  if (!image) return null;
  return (
    <p className={css.facts}>
      <strong>{t("survey-image:gsd", { centimetres: formatNumber(image.gsd_m * 100, 1) })}</strong>
      <span>{t("survey-image:angle", { degrees: formatNumber(image.angle_deg, 0) })}</span>
      <span>{t("survey-image:edge", { percent: formatNumber(image.edge * 100, 0) })}</span>
      {image.is_whole ? null : <span>{t("survey-image:cut")}</span>}
      <small>{t("survey-image:order")}</small>
    </p>
  );
}
