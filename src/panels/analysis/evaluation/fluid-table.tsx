// Temperatures of the fluid along the loop: a name and a value each.
import { Plus, X } from "lucide-react";
import { t } from "../../../state/shell/locale.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/form/field.tsx";
import { NumberField } from "../../number-field/number-field.tsx";
import type { ConditionDraft, FluidDraft } from "./condition-draft.ts";
import css from "./evaluation.module.css";

type FluidTableProps = {
  draft: ConditionDraft;
  /** What is left out without a temperature; null where none is needed or one is there. */
  needed: string | null;
  isReadOnly: boolean;
  onChange: (fields: Partial<ConditionDraft>) => void;
};

export function FluidTable({ draft, needed, isReadOnly, onChange }: FluidTableProps) {
  const { fluids, timed } = draft;
  const isUsed = fluids.length > 0 || needed !== null;
  const fromFile = timed.filter(({ quantity }) => quantity === "fluid");
  if (!isUsed && fromFile.length === 0) return null;
  const set = (at: number, changes: Partial<FluidDraft>) =>
    onChange({ fluids: fluids.map((one, index) => (index === at ? { ...one, ...changes } : one)) });
  return (
    <section className={css.group} aria-label={t("evaluation:conditions.fluid")}>
      <h4>{t("evaluation:conditions.fluid")}</h4>
      <p className={css.lead}>{needed ?? t("evaluation:conditions.fluid_hint")}</p>
      {fromFile.length > 0 ? (
        <p className={css.lead}>
          {[...new Set(fromFile.map(({ component }) => component))].join(", ")}
        </p>
      ) : null}
      <ol className={css.fluids}>
        {fluids.map(({ component, value }, at) => (
          // The place is the identity: nothing else tells two empty rows apart.
          <li key={`row ${at}`}>
            <TextField
              label={t("evaluation:conditions.component", { number: at + 1 })}
              value={component}
              maxLength={200}
              isReadOnly={isReadOnly}
              onChange={(next) => set(at, { component: next })}
            />
            <NumberField
              label={t("evaluation:conditions.temperature", { number: at + 1 })}
              unit="°C"
              value={value}
              minValue={-40}
              maxValue={600}
              isReadOnly={isReadOnly}
              onChange={(next) => set(at, { value: next })}
            />
            {isReadOnly ? null : (
              <IconButton
                size="sm"
                label={t("evaluation:conditions.remove_fluid", { number: at + 1 })}
                onPress={() => onChange({ fluids: fluids.toSpliced(at, 1) })}
              >
                <X size={14} aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ))}
      </ol>
      {isReadOnly ? null : (
        <Button
          size="sm"
          icon={<Plus size={14} aria-hidden="true" />}
          onPress={() => onChange({ fluids: [...fluids, { component: "", value: NaN }] })}
        >
          {t("evaluation:conditions.add_fluid")}
        </Button>
      )}
    </section>
  );
}
