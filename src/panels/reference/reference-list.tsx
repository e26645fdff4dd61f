// The reference measurements of the analysis, newest first.
import { useAtomValue, useSetAtom } from "jotai";
import { Ellipsis, Eye, EyeOff, MoveRight, Pencil, Trash2 } from "lucide-react";
import type { ReferenceMeasurement } from "../../domain/analysis/reference-measurement.ts";
import { keyFigureById, type KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { unitSuffix } from "../../domain/unit-suffix.ts";
import { askAtom } from "../../state/account/ask.ts";
import { openComponentAtom } from "../../state/plant/component/component.ts";
import { openNameAtom } from "../../state/plant/component/open-name.ts";
import {
  editedReferenceAtom,
  ignoreReference,
  moveReference,
  removeReference,
} from "../../state/plant/analysis/reference-measurement.ts";
import { formatValue, keyFigureName } from "../../state/plant/column/value-words.ts";
import { plantClockAtom } from "../../state/plant/plant.ts";
import { formatNumber, locale, t } from "../../state/shell/locale.ts";
import { showFault } from "../../state/shell/toast.ts";
import { Badge } from "../../ui/feedback.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Menu, type MenuEntry } from "../../ui/overlay.tsx";
import { useLeavePanel } from "../unsaved.ts";
import css from "./reference.module.css";

export function ReferenceList({ references }: { references: readonly ReferenceMeasurement[] }) {
  const open = useSetAtom(openComponentAtom);
  const clock = useAtomValue(plantClockAtom);
  if (references.length === 0) return <p className={css.quiet}>{t("reference:none")}</p>;
  return (
    <section className={css.block} aria-label={t("reference:title")}>
      <ul className={css.list}>
        {references.map((one) => (
          <li key={one.id}>
            <div>
              <button
                type="button"
                data-name
                onClick={() => open({ component_type: one.component_type, dt_id: one.dt_id })}
              >
                {one.pcs || one.dt_id}
              </button>{" "}
              {one.is_ignored ? <Badge>{t("reference:ignored")}</Badge> : null}
              <small>{valuesOf(one)}</small>
              <small>
                {[clock.time(one.measured_at), one.acquired_by, one.notes]
                  .filter((text) => text !== "")
                  .join(" · ")}
              </small>
            </div>
            <Acts one={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function valuesOf({ values, drone_values }: ReferenceMeasurement): string {
  return values
    .flatMap(({ key_figure_id, value }) => {
      const figure = keyFigureById(key_figure_id);
      if (!figure) return [];
      const drone = drone_values.find((one) => one.key_figure_id === key_figure_id)?.value ?? null;
      return t("reference:pair", {
        name: keyFigureName(figure),
        reference: referenceText(figure, value),
        drone: formatValue(figure, drone),
      });
    })
    .join("; ");
}

/** As it was entered: the steps in which a drone's values are shown say nothing about it. */
function referenceText(figure: KeyFigure, value: number): string {
  if (figure.kind !== "f32") return formatValue(figure, value);
  return `${formatNumber(value, 3)}${unitSuffix(figure.unit, locale())}`;
}

function Acts({ one }: { one: ReferenceMeasurement }) {
  const ask = useAtomValue(askAtom);
  const open = useAtomValue(openComponentAtom);
  const ignore = useSetAtom(ignoreReference);
  const move = useSetAtom(moveReference);
  const remove = useSetAtom(removeReference);
  const edit = useSetAtom(editedReferenceAtom);
  const leave = useLeavePanel();
  const openName = useAtomValue(openNameAtom);
  const run = (change: Promise<void>) => void change.catch(showFault);
  const label = t("reference:acts", { name: one.pcs || one.dt_id });
  const entries: MenuEntry[] = [];
  if (ask("referenceMeasurement.update") === null) {
    entries.push({
      id: "edit",
      label: t("reference:act.edit"),
      icon: <Pencil size={15} aria-hidden="true" />,
      run: () => leave(() => edit(one)),
    });
  }
  if (ask("referenceMeasurement.ignore") === null) {
    const Icon = one.is_ignored ? Eye : EyeOff;
    entries.push({
      id: "ignore",
      label: t(one.is_ignored ? "reference:act.use" : "reference:act.ignore"),
      icon: <Icon size={15} aria-hidden="true" />,
      run: () => run(ignore(one, !one.is_ignored)),
    });
  }
  if (ask("referenceMeasurement.move") === null && open && open.dt_id !== one.dt_id) {
    entries.push({
      id: "move",
      label: t("reference:act.move", { name: openName }),
      icon: <MoveRight size={15} aria-hidden="true" />,
      run: () => run(move(one, open.dt_id)),
    });
  }
  if (ask("referenceMeasurement.remove") === null) {
    entries.push({
      id: "remove",
      label: t("reference:act.remove"),
      tone: "danger",
      icon: <Trash2 size={15} aria-hidden="true" />,
      run: () => {
        edit((edited) => (edited?.id === one.id ? null : edited));
        run(remove(one));
      },
    });
  }
  if (entries.length === 0) return null;
  return (
    <Menu label={label} groups={[{ entries }]}>
      <IconButton label={label} size="sm">
        <Ellipsis size={16} aria-hidden="true" />
      </IconButton>
    </Menu>
  );
}
