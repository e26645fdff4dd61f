// Choosing by the middle of the map: the crosshair, and a large button that takes the component below it.
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { X } from "lucide-react";
import {
  crosshairTargetAtom,
  isCrosshairAtom,
  offeredTypeAtom,
  takeComponent,
  twinTypesAtom,
} from "../../state/field/choose.ts";
import { componentName } from "../../state/plant/component/component-words.ts";
import { componentTypeName } from "../../state/plant/column/value-words.ts";
import { t } from "../../state/shell/locale.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Select } from "../../ui/form/choice.tsx";
import css from "./crosshair.module.css";

export function Crosshair() {
  const [isOn, setOn] = useAtom(isCrosshairAtom);
  const target = useAtomValue(crosshairTargetAtom);
  const take = useSetAtom(takeComponent);
  const types = useAtomValue(twinTypesAtom);
  const [type, setType] = useAtom(offeredTypeAtom);
  if (!isOn) return null;
  return (
    <div className={css.cover}>
      <svg className={css.cross} viewBox="-32 -32 64 64" aria-hidden="true">
        <path d="M-32 0H-8M8 0H32M0-32V-8M0 8V32" />
        <circle r="3" />
      </svg>
      <section className={css.bar} aria-label={t("field:middle")}>
        <div className={css.top}>
          <strong role="status">{target ? componentName(target) : t("field:no_component")}</strong>
          <IconButton label={t("shell:cancel")} onPress={() => setOn(false)}>
            <X size={20} aria-hidden="true" />
          </IconButton>
        </div>
        <div className={css.acts}>
          <Select
            label={t("observation:component_type")}
            labelHidden
            options={types.map((id) => ({ id, label: componentTypeName(id) }))}
            value={type}
            onChange={setType}
          />
          <Button kind="primary" isDisabled={!target} onPress={() => target && take(target)}>
            {t("field:take_this")}
          </Button>
        </div>
      </section>
    </div>
  );
}
