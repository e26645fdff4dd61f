// Makes flight polygons of the outline of the plant, larger or smaller by a margin.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Hexagon } from "lucide-react";
import { addOutline } from "../../state/map/flight-area-edit.ts";
import { plantBoundsAtom } from "../../state/plant/plant.ts";
import { t } from "../../state/shell/locale.ts";
import { showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import css from "./flight.module.css";

/** Metres: the photos of the outer lines then show the edge, and turns stay inside. */
const USUAL_M = 20;
const MOST_M = 500;

export function OutlineArea() {
  const add = useSetAtom(addOutline);
  const [margin, setMargin] = useState(USUAL_M);
  // Without an outline and without a twin there is nothing to begin with.
  if (useAtomValue(plantBoundsAtom) === null) return null;
  return (
    <form
      className={css.outline}
      aria-label={t("flight:outline.title")}
      onSubmit={(event) => {
        event.preventDefault();
        void add(margin).catch(showFault);
      }}
    >
      <NumberField
        label={t("flight:outline.margin")}
        unit="m"
        value={margin}
        minValue={-MOST_M}
        maxValue={MOST_M}
        onChange={(value) => setMargin(Number.isNaN(value) ? 0 : value)}
      />
      <Button size="sm" type="submit" icon={<Hexagon size={14} aria-hidden="true" />}>
        {t("flight:outline.add")}
      </Button>
    </form>
  );
}
