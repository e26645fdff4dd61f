// Name and place of a 3D model.
import { useId, useState } from "react";
import { useSetAtom } from "jotai";
import {
  modelChangeShape,
  placementLimits,
  type Placement,
  type PlantModel,
} from "../../domain/model/plant-model.ts";
import { changeModel } from "../../state/settings/plant-model.ts";
import { t } from "../../state/shell/locale.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { outsideWords } from "../number-field/fault-words.ts";
import { NumberField } from "../number-field/number-field.tsx";
import { Switch } from "../../ui/form/toggle.tsx";
import { usePending } from "../pending.ts";
import { TypedDialog } from "../typed-dialog.tsx";
import css from "./plant-settings.module.css";

/** The fields of a place with their units and decimals. */
const fields = [
  { id: "lat", unit: "°", decimals: 7 },
  { id: "lon", unit: "°", decimals: 7 },
  { id: "heading_deg", unit: "°", decimals: 2 },
  { id: "scale", unit: "", decimals: 4 },
] as const;

export function ModelForm({ model, onClose }: { model: PlantModel; onClose: () => void }) {
  const formId = useId();
  const change = useSetAtom(changeModel);
  const { own_place } = model;
  const [name, setName] = useState(model.name);
  const [isByHand, setByHand] = useState(model.placement !== null);
  const [height, setHeight] = useState(model.height_m);
  const [place, setPlace] = useState<Placement>(
    model.placement ?? {
      lon: own_place?.lon ?? 0,
      lat: own_place?.lat ?? 0,
      heading_deg: 0,
      scale: 1,
    },
  );
  const [isPending, whilePending] = usePending();
  const parsed = modelChangeShape.safeParse({
    name,
    height_m: height,
    placement: isByHand ? place : null,
  });
  const wrong = new Set(parsed.success ? [] : parsed.error.issues.map(({ path }) => path.at(-1)));
  const error = (field: keyof typeof placementLimits) =>
    wrong.has(field) ? outsideWords(placementLimits[field]) : null;
  const placeByHand = (next: boolean) => {
    setByHand(next);
    // By hand a height counts from the ground, at its own place from the ellipsoid.
    setHeight(next ? 0 : -(own_place?.lowest_m ?? 0));
  };
  const save = async () => {
    if (!parsed.success) return;
    await whilePending(async () => {
      const { name: stored } = await change(model, parsed.data);
      showDone(t("plant-settings:model.changed", { name: stored }));
      onClose();
    });
  };
  return (
    <TypedDialog
      title={t("plant-settings:model.change", { name: model.name })}
      closeLabel={t("shell:close")}
      typed={[name, isByHand, height, place]}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t("shell:cancel")}</Button>
          <Button
            kind="primary"
            isPending={isPending}
            type="submit"
            form={formId}
            reason={parsed.success ? null : t("shell:number.marked")}
          >
            {t("plant-settings:model.save")}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={css.modelForm}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={t("plant-settings:model.name")}
          value={name}
          onChange={setName}
          isRequired
          error={wrong.has("name") ? t("refusal:field_missing") : null}
        />
        {own_place ? (
          <Switch isSelected={isByHand} onChange={placeByHand}>
            {t("plant-settings:model.place_by_hand")}
          </Switch>
        ) : null}
        {isByHand
          ? fields.map(({ id, unit, decimals }) => (
              <NumberField
                key={id}
                label={t(`plant-settings:model.${id}`)}
                {...(id === "heading_deg" || id === "scale"
                  ? { hint: t(`plant-settings:model.${id}_hint`) }
                  : {})}
                {...(unit ? { unit } : {})}
                formatOptions={{ maximumFractionDigits: decimals, useGrouping: false }}
                value={place[id]}
                onChange={(value) => setPlace({ ...place, [id]: value })}
                {...placementLimits[id]}
                error={error(id)}
              />
            ))
          : null}
        <NumberField
          label={t("plant-settings:model.height_m")}
          hint={t(`plant-settings:model.${isByHand ? "height_hint" : "height_own_hint"}`)}
          unit="m"
          formatOptions={{ maximumFractionDigits: 2, useGrouping: false }}
          value={height}
          onChange={setHeight}
          {...placementLimits.height_m}
          error={error("height_m")}
        />
      </form>
    </TypedDialog>
  );
}
