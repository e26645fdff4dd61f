// What a click on the map draws, with the buttons that finish it.
import { useEffect } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { toolIdAtom } from "../../state/map/tool.ts";
import {
  areaModeAtom,
  areaModes,
  areaPathAtom,
  flightAreaTool,
  type AreaMode,
} from "../../state/map/flight-area.ts";
import {
  cancelPath,
  chooseAreaMode,
  finishPath,
  putDownAreaTool,
  removePathCorner,
  tellRefusal,
} from "../../state/map/flight-area-edit.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import css from "./flight.module.css";

const hints: Readonly<Record<AreaMode, string>> = {
  edit: "flight:hint.edit",
  flight: "flight:hint.draw",
  no_fly: "flight:hint.draw",
  hole: "flight:hint.draw",
  split: "flight:hint.split",
  take_off: "flight:hint.take_off",
  obstacle_area: "flight:hint.draw",
  obstacle_line: "flight:hint.obstacle_line",
  obstacle_point: "flight:hint.obstacle_point",
};

export function AreaTools() {
  const isInHand = useAtomValue(toolIdAtom) === flightAreaTool;
  const mode = useAtomValue(areaModeAtom);
  const path = useAtomValue(areaPathAtom);
  const choose = useSetAtom(chooseAreaMode);
  const finish = useSetAtom(finishPath);
  const tell = useSetAtom(tellRefusal);
  const back = useSetAtom(removePathCorner);
  const cancel = useSetAtom(cancelPath);
  const putDown = useSetAtom(putDownAreaTool);
  // Without its buttons nothing on the screen says why the pointer draws.
  useEffect(() => () => putDown(), [putDown]);
  return (
    <section className={css.block} aria-label={t("flight:mode.label")}>
      <div className={css.modes} role="group" aria-label={t("flight:mode.label")}>
        {areaModes.map((one) => (
          <Button
            key={one}
            size="sm"
            kind={isInHand && one === mode ? "primary" : "secondary"}
            aria-pressed={isInHand && one === mode}
            onPress={() => choose(one)}
          >
            {t(`flight:mode.${one}`)}
          </Button>
        ))}
      </div>
      {isInHand ? <p className={css.quiet}>{t(hints[mode])}</p> : null}
      {path.length > 0 ? (
        <div className={css.acts}>
          <Button kind="primary" size="sm" onPress={() => tell(finish())}>
            {t("flight:finish")}
          </Button>
          <Button size="sm" onPress={back}>
            {t("flight:last_corner")}
          </Button>
          <Button size="sm" onPress={cancel}>
            {t("flight:cancel")}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
