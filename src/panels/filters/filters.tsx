// The active filters, and a form to add one for any key figure or property.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ListFilter, X } from "lucide-react";
import { filtersAtom, filterCountsAtom, removeFilters } from "../../state/plant/filter/filter.ts";
import { filterWords } from "../../state/plant/filter/filter-words.ts";
import { keyFigureAtom, keyFiguresAtom } from "../../state/plant/column/key-figure.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { componentTypeName, keyFigureName } from "../../state/plant/column/value-words.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { EmptyState } from "../../ui/feedback.tsx";
import { ClassesForm } from "./classes-form.tsx";
import { NameForm } from "./name-form.tsx";
import { RangeForm } from "./range-form.tsx";
import { WithinForm } from "./within-form.tsx";
import css from "./filters.module.css";

type Subject = "name" | "within" | `${number}`;

export function Filters() {
  const keyFigures = useAtomValue(keyFiguresAtom);
  const [subject, setSubject] = useState<Subject | null>(null);
  const current = useAtomValue(keyFigureAtom);
  const chosen = subject ?? (current ? (`${current.id}` as Subject) : "name");
  const keyFigure = keyFigures.find(({ id }) => `${id}` === chosen);
  return (
    <div className={css.filters}>
      <ActiveFilters />
      <section className={css.make} aria-label={t("filter:add")}>
        <Select<Subject>
          label={t("filter:subject")}
          options={[
            ...keyFigures.map((one) => ({
              id: `${one.id}` as Subject,
              label: keyFigureName(one),
              hint: componentTypeName(one.component_type, true),
            })),
            { id: "name" as const, label: t("filter:name"), hint: t("filter:name_hint") },
            { id: "within" as const, label: t("filter:within"), hint: t("filter:within_hint") },
          ]}
          value={chosen}
          onChange={setSubject}
        />
        {chosen === "name" ? <NameForm /> : null}
        {chosen === "within" ? <WithinForm /> : null}
        {keyFigure?.kind === "u8" ? <ClassesForm key={keyFigure.id} keyFigure={keyFigure} /> : null}
        {keyFigure?.kind === "f32" ? <RangeForm key={keyFigure.id} keyFigure={keyFigure} /> : null}
      </section>
    </div>
  );
}

function ActiveFilters() {
  const filters = useAtomValue(filtersAtom);
  const matches = useAtomValue(filterCountsAtom);
  const keyFigure = useAtomValue(keyFigureAtom);
  const remove = useSetAtom(removeFilters);
  if (filters.length === 0) {
    return (
      <EmptyState icon={<ListFilter size={20} aria-hidden="true" />} title={t("filter:none")}>
        {t("filter:none_hint")}
      </EmptyState>
    );
  }
  const counts = keyFigure && matches[keyFigure.component_type];
  return (
    <section className={css.holding} aria-label={t("filter:holding")}>
      <ul>
        {filters.map((filter) => (
          <li key={JSON.stringify(filter)} className={css.chip}>
            <span>{filterWords(filter)}</span>
            <IconButton
              size="sm"
              label={`${t("filter:remove")}: ${filterWords(filter)}`}
              onPress={() => remove((one) => one === filter)}
            >
              <X size={14} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <div className={css.sum}>
        <span role="status">
          {counts
            ? t("filter:passing", {
                n: formatNumber(counts.matching),
                of: formatNumber(counts.total),
              })
            : ""}
        </span>
        <Button size="sm" kind="quiet" onPress={() => remove(() => true)}>
          {t("filter:clear")}
        </Button>
      </div>
    </section>
  );
}
