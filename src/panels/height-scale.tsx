// What the colours of heights mean: their range, and from where it is measured.
import { useAtomValue } from "jotai";
import {
  followsTerrainAtom,
  heightGradient,
  heightSpanAtom,
} from "../state/map/flight-route-view.ts";
import { formatNumber, t } from "../state/shell/locale.ts";
import css from "./height-scale.module.css";

export function HeightScale() {
  const [low, high] = useAtomValue(heightSpanAtom);
  const followsTerrain = useAtomValue(followsTerrainAtom);
  // To a centimetre all waypoints are as high.
  const isLevel = high - low < 0.01;
  return isLevel && !followsTerrain ? (
    <p className={css.level}>{t("flight-route:level", { metres: formatNumber(high, 1) })}</p>
  ) : (
    <div className={css.scale}>
      <span style={{ backgroundImage: heightGradient }} className={css.ramp} aria-hidden="true" />
      <span className={css.ends}>
        <span>{`${formatNumber(low, 1)} m`}</span>
        <span>{`${formatNumber(high, 1)} m`}</span>
      </span>
      <small>
        {t(followsTerrain ? "flight-route:height_terrain" : "flight-route:height_hint")}
      </small>
    </div>
  );
}
