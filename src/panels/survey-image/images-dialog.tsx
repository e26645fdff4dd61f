// The one viewer of images: the pictures of a component's result and the shots of the flight that show it, or a spot.
// Thermal and visible ones lie side by side with the same zoom. J and K open the next finding and the one before,
// L and H the next look at the same component and the one before.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ImageOff } from "lucide-react";
import type { Look } from "../../domain/image/look.ts";
import { pathName } from "../../state/plant/component/component-words.ts";
import { firstLookAtom, looksAtom, nearestImageAtom } from "../../state/plant/image/look.ts";
import { stepImage } from "../../state/plant/image/open-image.ts";
import {
  imagedPlaceAtom,
  openTakenImage,
  shotsAtom,
  type ImagedPlace,
} from "../../state/plant/image/survey-image.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { singleKeysAtom } from "../../state/shell/shortcut.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { ImageSteps } from "../image-steps.tsx";
import { LoadFault } from "../load-fault.tsx";
import { FindingSteps } from "./finding-steps.tsx";
import { ImageFacts } from "./image-facts.tsx";
import { ShotPanes } from "./shot-panes.tsx";
import { ShotStrip } from "./shot-strip.tsx";
import css from "./survey-image.module.css";

export function ImagesDialog({ place, id }: { place: ImagedPlace; id: number }) {
  const setPlace = useSetAtom(imagedPlaceAtom);
  const [chosen, setChosen] = useState<{ of: ImagedPlace; index: number } | null>(null);
  const looks = useAtomValue(looksAtom);
  const first = useAtomValue(firstLookAtom);
  const shots = useAtomValue(shotsAtom);
  const isSingle = useAtomValue(singleKeysAtom);
  const step = useSetAtom(stepImage);
  const index = chosen?.of === place ? chosen.index : first;
  const go = (to: number) =>
    setChosen({ of: place, index: Math.max(0, Math.min(looks.length - 1, to)) });
  const look = looks[index];
  const isWaiting = place.corners.length > 0 && shots.state !== "ready" && shots.state !== "failed";
  const path = place.at ? pathName(place.at) : "";
  const name = path === "" ? place.name : `${place.name} · ${path}`;
  const keys = {
    ...(place.at ? { j: () => step(1), k: () => step(-1) } : {}),
    l: () => go(index + 1),
    h: () => go(index - 1),
  };
  return (
    <Dialog
      title={name === "" ? t("survey-image:of_spot") : t("component:images_of", { name })}
      isOpen
      onClose={() => setPlace(null)}
      closeLabel={t("shell:close")}
      size="full"
      {...(isSingle ? { keys } : {})}
    >
      {shots.state === "failed" ? (
        <LoadFault fault={shots.fault} isSmall={looks.length > 0} />
      ) : null}
      {look ? (
        <div className={css.body}>
          <div className={css.top}>
            <ImageFacts />
            {look.shot ? <Facts shot={look.shot} /> : null}
            <span className={css.steps}>
              {place.at ? <FindingSteps /> : null}
              {looks.length > 1 ? (
                <ImageSteps
                  place={index}
                  count={looks.length}
                  placeText={t("survey-image:place", {
                    n: formatNumber(index + 1),
                    all: formatNumber(looks.length),
                  })}
                  previousLabel={t("survey-image:previous")}
                  nextLabel={t("survey-image:next")}
                  previousKey="H"
                  nextKey="L"
                  onStep={(by) => go(index + by)}
                />
              ) : null}
            </span>
          </div>
          <ShotPanes key={look.key} look={look} analysis_id={id} name={place.name} />
          <ShotStrip looks={looks} analysis_id={id} index={index} onGo={go} />
        </div>
      ) : null}
      {!look && isWaiting ? <Skeleton label={t("shell:loading")} lines={6} /> : null}
      {look || isWaiting || shots.state === "failed" ? null : <None />}
    </Dialog>
  );
}

/** Why there is nothing: no images, none that say where they were taken, or none of this place; and the nearest one. */
function None() {
  const { uploaded, usable } = valueOf(useAtomValue(shotsAtom)) ?? { uploaded: 0, usable: 0 };
  const nearest = useAtomValue(nearestImageAtom);
  const open = useSetAtom(openTakenImage);
  const reason = uploaded === 0 ? "no_images" : usable === 0 ? "no_positions" : "none_here";
  const camera = nearest?.image.camera;
  return (
    <EmptyState
      icon={<ImageOff size={20} aria-hidden="true" />}
      title={t("survey-image:none")}
      actions={
        camera ? (
          <Button
            kind="primary"
            onPress={() => open({ camera, file_name: nearest.image.file_name })}
          >
            {t("survey-image:open_nearest")}
          </Button>
        ) : null
      }
    >
      {t(`survey-image:${reason}`, {
        uploaded: formatNumber(uploaded),
        usable: formatNumber(usable),
      })}{" "}
      {nearest
        ? t("survey-image:nearest", {
            name: nearest.image.file_name,
            metres: formatNumber(nearest.metres, 0),
          })
        : null}
    </EmptyState>
  );
}

/** Why this shot is where it is in the order. */
function Facts({ shot: { thermal, rgb } }: { shot: NonNullable<Look["shot"]> }) {
  const image = thermal ?? rgb;
  if (!image) return null;
  return (
    <p className={css.facts} title={t("survey-image:order")}>
      <strong>{t("survey-image:gsd", { centimetres: formatNumber(image.gsd_m * 100, 1) })}</strong>
      <span>{t("survey-image:angle", { degrees: formatNumber(image.angle_deg, 0) })}</span>
      <span>{t("survey-image:edge", { percent: formatNumber(image.edge * 100, 0) })}</span>
      {image.is_whole ? null : <span>{t("survey-image:cut")}</span>}
      <small>{t("survey-image:order")}</small>
    </p>
  );
}
