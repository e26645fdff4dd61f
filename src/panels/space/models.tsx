// The 3D models in the 3D view: each on or off, all raised or lowered, and cut off below and above a height.
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Box } from "lucide-react";
import { cameraAtom } from "../../state/map/view.ts";
import {
  failedModelsAtom,
  hiddenModelsAtom,
  MODEL_LAYER,
  modelCutAtom,
  modelsRaisedAtom,
  plantModelsAtom,
} from "../../state/map/plant-model.ts";
import { shownOpacityAtom } from "../../state/map/layer.ts";
import { changeModel } from "../../state/settings/plant-model.ts";
import { askAtom } from "../../state/account/ask.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Slider } from "../../ui/form/slider.tsx";
import { Checkbox, Switch } from "../../ui/form/toggle.tsx";
import type { PlantModel } from "../../domain/model/plant-model.ts";
import css from "./space.module.css";

/** Metres that the sliders reach. */
const RAISE = { minValue: -20, maxValue: 20, step: 0.1 } as const;
const CUT = { minValue: -10, maxValue: 60, step: 0.5 } as const;

export function Models() {
  const models = useAtomValue(plantModelsAtom);
  const isShown = useAtomValue(shownOpacityAtom)(MODEL_LAYER) > 0;
  const [raised, raise] = useAtom(modelsRaisedAtom);
  const [cut, setCut] = useAtom(modelCutAtom);
  if (models.length === 0 || !isShown) return null;
  const metres = (value: number) => t("space:models.metres", { value: formatNumber(value, 1) });
  return (
    <details className={css.models}>
      <summary>{t("space:models.title", { count: models.length })}</summary>
      <ul aria-label={t("layer:models")}>
        {models.map((model) => (
          <Model key={model.id} model={model} />
        ))}
      </ul>
      <div className={css.sun}>
        <Slider label={t("space:models.raise")} value={raised} onChange={raise} {...RAISE} />
        <output className={css.time}>{metres(raised)}</output>
      </div>
      <Switch
        isSelected={cut !== null}
        onChange={(isOn) => setCut(isOn ? [0, CUT.maxValue] : null)}
      >
        {t("space:models.cut")}
      </Switch>
      {cut ? (
        <div className={css.sun}>
          <Slider<number[]>
            label={t("space:models.between")}
            labelHidden
            thumbLabels={[t("space:models.lowest"), t("space:models.highest")]}
            value={[...cut]}
            onChange={([lowest = 0, highest = 0]) => setCut([lowest, highest])}
            {...CUT}
          />
          <output className={css.time}>
            {t("space:models.range", { lowest: metres(cut[0]), highest: metres(cut[1]) })}
          </output>
        </div>
      ) : null}
    </details>
  );
}

function Model({ model }: { model: PlantModel }) {
  const [hidden, hide] = useAtom(hiddenModelsAtom);
  const failed = useAtomValue(failedModelsAtom);
  const camera = useAtomValue(cameraAtom);
  const mayChange = useAtomValue(askAtom)("plantModel.change", { model, change: {} }) === null;
  const change = useSetAtom(changeModel);
  const { id, name, placement } = model;
  const isShown = !hidden.includes(id);
  const move = async () => {
    if (!camera || !placement) return;
    const [lon, lat] = camera.centre;
    try {
      await change(model, { placement: { ...placement, lon, lat } });
      showDone(t("plant-settings:model.changed", { name }));
    } catch (cause) {
      showFault(cause);
    }
  };
  return (
    <li>
      <Checkbox
        isSelected={isShown}
        onChange={(isOn) => hide(isOn ? hidden.filter((one) => one !== id) : [...hidden, id])}
      >
        {name}
      </Checkbox>
      {mayChange && placement ? (
        <Button size="sm" onPress={() => void move()}>
          <Box size={14} aria-hidden="true" />
          <span className={css.label}>{t("space:models.here")}</span>
        </Button>
      ) : null}
      {failed.includes(id) ? <small role="alert">{t("space:models.failed")}</small> : null}
    </li>
  );
}
