// What the 3D view shows besides the values: the hour of the sun that turns the collectors, and a look along a row.
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Footprints, Map as MapIcon, MoveRight } from "lucide-react";
import { coverMap } from "../../state/map/cover.ts";
import { flownUnknownAtom } from "../../state/map/flight-unknown.ts";
import { hasTerrainAtom, terrainShownAtom } from "../../state/map/ground.ts";
import {
  isPoseTurnedAtom,
  lookAlong,
  rowToLookAlongAtom,
  shadowsAtom,
  shownDayAtom,
  shownSunAtom,
  showSpace,
  sunHourAtom,
  walkingAtom,
} from "../../state/map/space.ts";
import { formatDay, formatNumber, t } from "../../state/shell/locale.ts";
import { isTouchAtom } from "../../state/shell/touch.ts";
import { Button } from "../../ui/button.tsx";
import { Slider } from "../../ui/form/slider.tsx";
import { Switch } from "../../ui/form/toggle.tsx";
import { Models } from "./models.tsx";
import css from "./space.module.css";

/** A step of the slider is a quarter of an hour. */
const STEP = 0.25;

export function Card() {
  const [hour, setHour] = useAtom(sunHourAtom);
  const sun = useAtomValue(shownSunAtom);
  const day = useAtomValue(shownDayAtom);
  const isTurned = useAtomValue(isPoseTurnedAtom);
  const row = useAtomValue(rowToLookAlongAtom);
  const look = useSetAtom(lookAlong);
  const show = useSetAtom(showSpace);
  const [isWalking, setWalking] = useAtom(walkingAtom);
  const isTouch = useAtomValue(isTouchAtom);
  const hasTerrain = useAtomValue(hasTerrainAtom);
  const [isTerrainShown, showTerrain] = useAtom(terrainShownAtom);
  const unknown = useAtomValue(flownUnknownAtom);
  const [hasShadows, setShadows] = useAtom(shadowsAtom);
  const minute = String(Math.round((hour % 1) * 60)).padStart(2, "0");
  const elevation = formatNumber(Math.round(sun.elevation_deg));
  return (
    <section ref={coverMap} className={css.card} aria-label={t("space:title")}>
      <div className={css.sun}>
        <Slider
          label={t("space:hour")}
          labelHidden
          minValue={0}
          maxValue={24}
          step={STEP}
          value={hour}
          onChange={setHour}
        />
        <output className={css.time}>
          {t("space:hour_of", { hour: Math.floor(hour), minute })}
        </output>
      </div>
      <p className={css.quiet}>
        {sun.elevation_deg > 0 ? t("space:sun", { elevation }) : t("space:night")}
        <span className={css.what}>
          {" · "}
          {isTurned ? t("space:turned", { day: formatDay(day) }) : t("space:fixed")}
        </span>
      </p>
      <div className={css.switches}>
        <Switch isSelected={hasShadows} onChange={setShadows}>
          {t("space:shadows")}
        </Switch>
        {hasTerrain ? (
          <Switch isSelected={isTerrainShown} onChange={showTerrain}>
            {t("space:terrain")}
          </Switch>
        ) : null}
      </div>
      {unknown ? <p className={css.quiet}>{t(`space:ground_unknown.${unknown}`)}</p> : null}
      {isWalking && !isTouch ? <p className={css.quiet}>{t("space:walk_keys")}</p> : null}
      <Models />
      <div className={css.verbs}>
        <Button
          size="sm"
          isDisabled={row === null}
          reason={row === null ? t("space:along_hint") : null}
          onPress={() => look()}
        >
          <MoveRight size={14} aria-hidden="true" />
          <span className={css.label}>{t("space:along")}</span>
        </Button>
        <Button size="sm" onPress={() => setWalking(!isWalking)}>
          <Footprints size={14} aria-hidden="true" />
          <span className={css.label}>{t(isWalking ? "space:stop_walking" : "space:walk")}</span>
        </Button>
        <Button size="sm" onPress={() => show(null)}>
          <MapIcon size={14} aria-hidden="true" />
          <span className={css.label}>{t("space:to_map")}</span>
        </Button>
      </div>
    </section>
  );
}
