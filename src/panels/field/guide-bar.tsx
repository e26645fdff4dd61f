// The way to a component: an arrow, the distance that counts down, and the arrival.
import { useAtomValue, useSetAtom } from "jotai";
import { ArrowUp, CircleCheck, LocateFixed, X } from "lucide-react";
import { endGuide, guideAtom, type Guide } from "../../state/field/guide.ts";
import { averagedSecondsAtom, follow, ownPositionAtom } from "../../state/field/own-position.ts";
import { distanceWords } from "../../state/field/distance-words.ts";
import { followingAtom } from "../../state/map/view.ts";
import { componentName } from "../../state/plant/component/component-words.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import css from "./field.module.css";

export function GuideBar() {
  const guide = useAtomValue(guideAtom);
  return guide ? <Bar guide={guide} /> : null;
}

function Bar({ guide: { target, way, hasArrived } }: { guide: Guide }) {
  const end = useSetAtom(endGuide);
  const goOn = useSetAtom(follow);
  const isFollowing = useAtomValue(followingAtom);
  const accuracy = useAtomValue(ownPositionAtom)?.accuracy_m;
  const averaged = useAtomValue(averagedSecondsAtom);
  const name = componentName(target);
  return (
    <section className={css.guide} aria-label={t("field:way")} data-arrived={hasArrived}>
      {hasArrived ? (
        <CircleCheck size={40} aria-hidden="true" />
      ) : (
        <ArrowUp
          size={40}
          aria-hidden="true"
          data-arrow={way ? Math.round(way.arrow) : null}
          style={{ rotate: `${way?.arrow ?? 0}deg`, visibility: way ? "visible" : "hidden" }}
        />
      )}
      <div className={css.where}>
        <strong role="timer" className={css.distance}>
          {way ? distanceWords(way.distance_m) : t("field:waiting")}
        </strong>
        <span>{name}</span>
        {accuracy === undefined ? null : (
          <small>
            {t(averaged > 0 ? "field:accuracy_averaged" : "field:accuracy", {
              distance: distanceWords(accuracy),
              n: formatNumber(averaged),
            })}
          </small>
        )}
      </div>
      {isFollowing || !way ? null : (
        <IconButton label={t("field:follow")} onPress={() => goOn()}>
          <LocateFixed size={20} aria-hidden="true" />
        </IconButton>
      )}
      {hasArrived ? (
        <Button kind="primary" onPress={() => end()}>
          {t("field:done")}
        </Button>
      ) : (
        <IconButton label={t("field:end_way")} onPress={() => end()}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      )}
      <output className="visually-hidden">{hasArrived ? t("field:arrived", { name }) : ""}</output>
    </section>
  );
}
