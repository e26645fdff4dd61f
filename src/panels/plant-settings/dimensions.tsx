// The sizes of the plant's parts in 3D: one field for each, with the usual size and where it comes from.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import {
  dimensionDefaults,
  dimensionLimits,
  dimensionOf,
  dimensionShape,
  type Dimension,
  type Dimensions as Sizes,
} from "../../domain/twin-view/dimension.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { dimensionsOf, setDimensions } from "../../state/settings/twin-dimension.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import { usePending } from "../pending.ts";
import { useTyped } from "../unsaved.ts";
import { LoadFault } from "../load-fault.tsx";
import css from "./plant-settings.module.css";

const names = dimensionShape.keyof().options;

export function Dimensions({ plant }: { plant: Plant }) {
  const known = useAtomValue(dimensionsOf(plant.id));
  if (known.state === "failed") return <LoadFault fault={known.fault} />;
  if (known.state !== "ready") return <Skeleton label={t("shell:loading")} lines={6} />;
  const { dimensions } = known.value;
  return <Form key={JSON.stringify(dimensions)} plant={plant} known={dimensions} />;
}

const wholes: ReadonlySet<Dimension> = new Set(["facets_along", "facets_across"]);

function Form({ plant, known }: { plant: Plant; known: Sizes }) {
  const ask = useAtomValue(askAtom);
  const save = useSetAtom(setDimensions);
  const [numbers, setNumbers] = useState<Sizes>(known);
  const [isPending, whilePending] = usePending();
  useTyped(numbers, { drop: () => setNumbers(known) });
  const parsed = dimensionShape.safeParse(numbers);
  const shown = names.filter(
    (name) => (dimensionOf[name] ?? plant.technology) === plant.technology,
  );
  const submit = async (values: Sizes) => {
    await whilePending(async () => {
      await save(plant.id, values);
      showDone(t("plant-settings:dimension.saved"));
    });
  };
  return (
    <form
      className={css.dimensions}
      aria-label={t("plant-settings:dimension.title")}
      onSubmit={(event) => {
        event.preventDefault();
        if (parsed.success) void submit(parsed.data);
      }}
    >
      <h3>{t("plant-settings:dimension.title")}</h3>
      <p className={css.lead}>{t("plant-settings:dimension.lead")}</p>
      {shown.map((name) => {
        const usual = dimensionDefaults[name];
        const source = t(`plant-settings:dimension.source.${name}`);
        return (
          <NumberField
            key={name}
            label={t(`plant-settings:dimension.${name}`)}
            hint={
              usual === null
                ? t("plant-settings:dimension.empty", { source })
                : t("plant-settings:dimension.usual", {
                    value: formatNumber(usual, 1),
                    source,
                  })
            }
            value={numbers[name] ?? NaN}
            // An empty field has the size that follows from others.
            onChange={(value) =>
              setNumbers({ ...numbers, [name]: Number.isNaN(value) ? null : value })
            }
            minValue={dimensionLimits[name][0]}
            maxValue={dimensionLimits[name][1]}
            isWhole={wholes.has(name)}
          />
        );
      })}
      <div>
        <Button
          type="submit"
          kind="primary"
          isPending={isPending}
          reason={reasonOf(ask("twinDimension.set"))}
        >
          {t("plant-settings:model.save")}
        </Button>
      </div>
    </form>
  );
}
