// The active filters, and a form to add one for any key figure, name or place.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ListFilter, X } from "lucide-react";
import { componentTypeIds } from "../../domain/component/component.ts";
import type { CustomComponentProperty } from "../../domain/plant/custom-component-property.ts";
import { faultTypeKeyFigures } from "../../domain/key-figure/fault-type.ts";
import type { KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { hasCallAtom } from "../../state/account/ask.ts";
import { filterPropertiesAtom } from "../../state/plant/filter/filter-property.ts";
import {
  clearFilters,
  filtersAtom,
  filterCountsAtom,
  filterFaultAtom,
  keepOnly,
  keptAtom,
  removeFilters,
} from "../../state/plant/filter/filter.ts";
import { filterWordsAtom } from "../../state/plant/filter/filter-words.ts";
import { keyFigureAtom, keyFiguresAtom } from "../../state/plant/column/key-figure.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import {
  componentTypeName,
  keyFigureDescription,
  keyFigureName,
} from "../../state/plant/column/value-words.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { GroupedSelect, type OptionGroup } from "../../ui/form/grouped-select.tsx";
import { EmptyState } from "../../ui/feedback.tsx";
import { LoadFault } from "../load-fault.tsx";
import { ClassesForm } from "./classes-form.tsx";
import { KnownForm } from "./known-form.tsx";
import { NameForm } from "./name-form.tsx";
import { PropertyForm } from "./property-form.tsx";
import { RangeForm } from "./range-form.tsx";
import { RepairForm } from "./repair-form.tsx";
import { WithinForm } from "./within-form.tsx";
import css from "./filters.module.css";

/** Subjects that are no key figure; key figures have their IDs, which are above 0. */
const NAME = -1;
const WITHIN = -2;
const IMAGE = -3;
const OBSERVATION = -4;
const REPAIR = -5;
/** Custom properties have -10 and below: -10 less their IDs. */
const PROPERTIES = -10;

export function Filters() {
  const keyFigures = useAtomValue(keyFiguresAtom);
  const [subject, setSubject] = useState<number | null>(null);
  const current = useAtomValue(keyFigureAtom);
  const chosen = subject ?? current?.id ?? NAME;
  const keyFigure = keyFigures.find(({ id }) => id === chosen);
  const properties = useAtomValue(filterPropertiesAtom);
  const isAllowed = useAtomValue(hasCallAtom);
  const property = properties.find(({ id }) => PROPERTIES - id === chosen);
  const known = [
    { id: IMAGE, label: t("filter:image"), hint: t("filter:image_hint") },
    ...(isAllowed("observation.list")
      ? [{ id: OBSERVATION, label: t("filter:observation"), hint: t("filter:observation_hint") }]
      : []),
    ...(isAllowed("findingLife.list")
      ? [{ id: REPAIR, label: t("filter:repair"), hint: t("filter:repair_hint") }]
      : []),
  ];
  return (
    <div className={css.filters}>
      <ActiveFilters />
      <section className={css.make} aria-label={t("filter:add")}>
        <GroupedSelect
          label={t("filter:subject")}
          groups={subjectGroups(keyFigures, known, properties)}
          value={chosen}
          onChange={setSubject}
          placeholder={t("filter:subject")}
          searchLabel={t("filter:find")}
          clearLabel={t("shell:clear")}
          empty={t("filter:no_such")}
        />
        {chosen === NAME ? <NameForm /> : null}
        {chosen === WITHIN ? <WithinForm /> : null}
        {chosen === IMAGE ? <KnownForm of="image" /> : null}
        {chosen === OBSERVATION ? <KnownForm of="observation" /> : null}
        {chosen === REPAIR ? <RepairForm /> : null}
        {property ? <PropertyForm key={property.id} property={property} /> : null}
        {keyFigure?.kind === "u8" ? <ClassesForm key={keyFigure.id} keyFigure={keyFigure} /> : null}
        {keyFigure?.kind === "f32" ? <RangeForm key={keyFigure.id} keyFigure={keyFigure} /> : null}
      </section>
    </div>
  );
}

/** Names and places, then fault types, then the other key figures by what they measure. */
function subjectGroups(
  keyFigures: readonly KeyFigure[],
  known: OptionGroup["options"],
  properties: readonly CustomComponentProperty[],
): OptionGroup[] {
  const isFaultType = ({ id }: KeyFigure) => faultTypeKeyFigures.some((one) => one.id === id);
  const optionOf = (one: KeyFigure) => ({
    id: one.id,
    label: keyFigureName(one),
    hint: keyFigureDescription(one),
    found: componentTypeName(one.component_type, true),
  });
  const groups = [
    {
      id: "component",
      title: t("filter:group.component"),
      options: [
        { id: NAME, label: t("filter:name"), hint: t("filter:name_hint") },
        { id: WITHIN, label: t("filter:within"), hint: t("filter:within_hint") },
      ],
    },
    { id: "known", title: t("filter:group.known"), options: known },
    {
      id: "property",
      title: t("filter:group.property"),
      options: properties.map(({ id, name, component_type }) => ({
        id: PROPERTIES - id,
        label: name,
        hint: componentTypeName(component_type, true),
      })),
    },
    {
      id: "fault_type",
      title: t("filter:group.fault_type"),
      options: keyFigures.filter(isFaultType).map(optionOf),
    },
    ...componentTypeIds.map((type) => ({
      id: type,
      title: componentTypeName(type, true),
      options: keyFigures
        .filter((one) => one.component_type === type && !isFaultType(one))
        .map(optionOf),
    })),
  ];
  return groups.filter(({ options }) => options.length > 0);
}

function ActiveFilters() {
  const filters = useAtomValue(filtersAtom);
  const matches = useAtomValue(filterCountsAtom);
  const fault = useAtomValue(filterFaultAtom);
  const keyFigure = useAtomValue(keyFigureAtom);
  const remove = useSetAtom(removeFilters);
  const kept = useAtomValue(keptAtom);
  const keep = useSetAtom(keepOnly);
  const clear = useSetAtom(clearFilters);
  const wordsOf = useAtomValue(filterWordsAtom);
  if (filters.length === 0 && !kept) {
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
            <span>{wordsOf(filter)}</span>
            <IconButton
              size="sm"
              label={`${t("filter:remove")}: ${wordsOf(filter)}`}
              onPress={() => remove((one) => one === filter)}
            >
              <X size={14} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
        {kept ? (
          <li className={css.chip}>
            <span>{t("filter:kept")}</span>
            <IconButton
              size="sm"
              label={`${t("filter:remove")}: ${t("filter:kept")}`}
              onPress={() => keep(null)}
            >
              <X size={14} aria-hidden="true" />
            </IconButton>
          </li>
        ) : null}
      </ul>
      {fault ? (
        <>
          <p>{t("filter:failed")}</p>
          <LoadFault isSmall fault={fault} />
        </>
      ) : null}
      <div className={css.sum}>
        <span role="status">
          {counts
            ? t("filter:passing", {
                n: formatNumber(counts.matching),
                of: formatNumber(counts.total),
              })
            : ""}
        </span>
        <Button size="sm" kind="quiet" onPress={() => clear()}>
          {t("filter:clear")}
        </Button>
      </div>
    </section>
  );
}
