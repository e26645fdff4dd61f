// The unit of a thermal orthomosaic: who said it, and prepared again with another one.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import type { Orthomosaic } from "../../../domain/raster/orthomosaic.ts";
import {
  scaleOf,
  type RasterValues,
  type TemperatureScale,
} from "../../../domain/raster/temperature.ts";
import { askAtom } from "../../../state/account/ask.ts";
import { t } from "../../../state/shell/locale.ts";
import { showDone } from "../../../state/shell/toast.ts";
import { prepareOrthomosaic } from "../../../state/upload/orthomosaic.ts";
import { Button } from "../../../ui/button.tsx";
import { usePending } from "../../pending.ts";
import { TemperatureUnitField } from "../temperature-unit.tsx";
import css from "./orthomosaics.module.css";

type OrthomosaicUnitProps = { analysis: Analysis; orthomosaic: Orthomosaic };

export function OrthomosaicUnit({ analysis, orthomosaic }: OrthomosaicUnitProps) {
  const { file_name, state, picture } = orthomosaic;
  const temperature = picture?.temperature ?? null;
  const isMissing = state === "failed";
  const [isOpen, setOpen] = useState(false);
  const [scale, setScale] = useState<TemperatureScale | null>(temperature && scaleOf(temperature));
  const prepare = useSetAtom(prepareOrthomosaic);
  const [isPending, whilePending] = usePending();
  const mayPrepare = useAtomValue(askAtom)("orthomosaic.prepare") === null;
  const said_by = temperature && (temperature.said_by ?? "earlier");
  const submit = async (chosen: TemperatureScale) => {
    await whilePending(async () => {
      const ended = await prepare(analysis.id, file_name, chosen, () => undefined);
      if (ended.state === "SUCCESSFUL") showDone(t("orthomosaic:done", { name: file_name }));
      setOpen(false);
    });
  };
  if (state === "waiting") return null;
  const isShown = mayPrepare && (isMissing || isOpen);
  return (
    <span className={css.fit}>
      {said_by ? <small>{t(`orthomosaic:said_by.${said_by}`)}</small> : null}
      {isShown ? (
        <form
          className={css.unit}
          onSubmit={(event) => {
            event.preventDefault();
            if (scale) void submit(scale);
          }}
        >
          <TemperatureUnitField
            label={t("orthomosaic:unit_label", { name: file_name })}
            scale={scale}
            values={temperature?.values ?? valuesOf(orthomosaic)}
            onChange={setScale}
          />
          <div className={css.acts}>
            <Button
              size="sm"
              kind="primary"
              type="submit"
              isPending={isPending}
              isDisabled={!scale}
            >
              {t("orthomosaic:unit_prepare")}
            </Button>
            {isMissing ? null : (
              <Button size="sm" onPress={() => setOpen(false)}>
                {t("shell:cancel")}
              </Button>
            )}
          </div>
        </form>
      ) : null}
      {mayPrepare && !isMissing && !isOpen ? (
        <div>
          <Button size="sm" onPress={() => setOpen(true)}>
            {t("orthomosaic:unit_change")}
          </Button>
        </div>
      ) : null}
    </span>
  );
}

/** The numbers of a file whose unit is missing stand in the reason for it. */
function valuesOf({ fault }: Orthomosaic): RasterValues | null {
  const [low, median, high] = ["low", "median", "high"].map((key) => Number(fault?.values?.[key]));
  if (low === undefined || median === undefined || high === undefined) return null;
  return [low, median, high].every(Number.isFinite) ? { low, median, high } : null;
}
