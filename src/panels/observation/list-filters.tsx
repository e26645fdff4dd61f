// The filters of the list: text and period always, the others in a popover.
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Columns3, ListFilter, X } from "lucide-react";
import { componentTypesOf, type ComponentType } from "../../domain/component/component.ts";
import {
  chosenColumnsAtom,
  filterCountAtom,
  isSelectionShortAtom,
  listFilterAtom,
  noFilter,
  observationDaysAtom,
  observersAtom,
  setListFilter,
  usedColumnsAtom,
  type Place,
} from "../../state/observation/filter.ts";
import { valueFilterWords } from "../../state/observation/filter-words.ts";
import { columnsByIdAtom } from "../../state/observation/observation.ts";
import { columnName } from "../../state/observation/words.ts";
import { openComponentAtom, openRowAtom } from "../../state/plant/component/component.ts";
import { componentName } from "../../state/plant/component/component-words.ts";
import { plantAtom } from "../../state/plant/plant.ts";
import { selectionAtom } from "../../state/plant/component/selection.ts";
import { componentTypeName } from "../../state/plant/column/value-words.ts";
import { dateRangeOptions } from "../../state/shell/date-range.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { IconButton } from "../../ui/button.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { DateRangeSelect } from "../../ui/form/date-range-select.tsx";
import { SearchField } from "../../ui/form/field.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { Popover } from "../../ui/overlay.tsx";
import { DeletedButton } from "./deleted-button.tsx";
import { ListExport } from "./list-export.tsx";
import { ValueFilter } from "./value-filter.tsx";
import css from "./observation.module.css";

export function ListFilters() {
  const filter = useAtomValue(listFilterAtom);
  const set = useSetAtom(setListFilter);
  const count = useAtomValue(filterCountAtom);
  const days = useAtomValue(observationDaysAtom);
  const chosen = useAtomValue(chosenColumnsAtom);
  return (
    <div className={css.filters} role="group" aria-label={t("filter:title")}>
      <SearchField
        label={t("observation:search")}
        clearLabel={t("shell:clear")}
        value={filter.text}
        onChange={(text) => set({ text })}
      />
      <div className={css.tools}>
        <DateRangeSelect
          label={t("shell:range.label")}
          options={dateRangeOptions(days)}
          value={filter.range}
          onChange={(range) => set({ range })}
        />
        <span className={css.gap} />
        <Popover
          label={t("filter:title")}
          trigger={
            <IconButton size="sm" label={t("filter:title")} isOn={count > 0}>
              <ListFilter size={15} aria-hidden="true" />
            </IconButton>
          }
        >
          <MoreFilters />
        </Popover>
        <Popover
          label={t("observation:columns")}
          trigger={
            <IconButton size="sm" label={t("observation:columns")} isOn={chosen !== null}>
              <Columns3 size={15} aria-hidden="true" />
            </IconButton>
          }
        >
          <ColumnChoice />
        </Popover>
        <DeletedButton />
        <ListExport />
      </div>
      <Chips />
    </div>
  );
}

/** What is filtered, each with a button that takes it away. */
function Chips() {
  const filter = useAtomValue(listFilterAtom);
  const set = useSetAtom(setListFilter);
  const columns = useAtomValue(columnsByIdAtom);
  const { people, component_type, place, photos, values } = filter;
  const chips = [
    ...people.map((name) => ({
      words: name,
      drop: () => set({ people: people.filter((one) => one !== name) }),
    })),
    ...(component_type
      ? [
          {
            words: componentTypeName(component_type, true),
            drop: () => set({ component_type: null }),
          },
        ]
      : []),
    ...(place ? [{ words: placeWords(place), drop: () => set({ place: null }) }] : []),
    ...(photos === null
      ? []
      : [
          {
            words: t(photos ? "observation:with_photos" : "observation:without_photos"),
            drop: () => set({ photos: null }),
          },
        ]),
    ...values.map((one) => ({
      words: valueFilterWords(one, columns),
      drop: () => set({ values: values.filter((other) => other !== one) }),
    })),
  ];
  if (chips.length === 0) return null;
  return (
    <div className={css.chips}>
      {chips.map(({ words, drop }, at) => (
        <button key={`${at} ${words}`} type="button" className={css.chip} onClick={drop}>
          <span>{words}</span>
          <X size={13} aria-hidden="true" />
          <span className="visually-hidden">{t("filter:remove")}</span>
        </button>
      ))}
      {chips.length > 1 ? (
        <IconButton
          size="sm"
          label={t("observation:clear_filters")}
          onPress={() =>
            set({ ...noFilter, text: filter.text, range: filter.range, day: filter.day })
          }
        >
          <X size={14} aria-hidden="true" />
        </IconButton>
      ) : null}
    </div>
  );
}

function placeWords(place: Place): string {
  return place.in === "selection"
    ? t("observation:in_selection")
    : t("observation:in_component", { name: componentName(place.at) });
}

const ANY = "any";

function MoreFilters() {
  const filter = useAtomValue(listFilterAtom);
  const set = useSetAtom(setListFilter);
  const people = useAtomValue(observersAtom);
  const plant = valueOf(useAtomValue(plantAtom));
  const open = useAtomValue(openComponentAtom);
  const at = useAtomValue(openRowAtom);
  const selection = useAtomValue(selectionAtom);
  const isShort = useAtomValue(isSelectionShortAtom);
  const types = plant ? componentTypesOf(plant.technology) : [];
  const places = [
    { id: ANY, label: t("observation:everywhere") },
    ...(open && at
      ? [{ id: "component", label: t("observation:in_component", { name: componentName(at) }) }]
      : []),
    ...(selection
      ? [
          {
            id: "selection",
            label: t("observation:in_selection"),
            ...(isShort ? {} : { isDisabled: true, hint: t("observation:selection_too_large") }),
          },
        ]
      : []),
  ];
  return (
    <div className={css.more}>
      {people.length > 0 ? (
        <fieldset className={css.options}>
          <legend>{t("observation:people")}</legend>
          {people.map((name) => (
            <Checkbox
              key={name}
              isSelected={filter.people.includes(name)}
              onChange={(is) =>
                set({
                  people: is
                    ? [...filter.people, name]
                    : filter.people.filter((one) => one !== name),
                })
              }
            >
              {name}
            </Checkbox>
          ))}
        </fieldset>
      ) : null}
      <Select<ComponentType | typeof ANY>
        label={t("observation:component_type")}
        options={[
          { id: ANY, label: t("observation:all_types") },
          ...types.map((id) => ({ id, label: componentTypeName(id, true) })),
        ]}
        value={filter.component_type ?? ANY}
        onChange={(id) => set({ component_type: id === ANY ? null : id })}
      />
      <Select
        label={t("observation:place")}
        options={places}
        value={filter.place?.in ?? ANY}
        onChange={(id) => {
          if (id === "selection") set({ place: { in: "selection" } });
          else if (id === "component" && open && at) {
            set({ place: { in: "component", at, dt_id: open.dt_id } });
          } else if (id === ANY) set({ place: null });
        }}
      />
      <Select
        label={t("observation:photos")}
        options={[
          { id: ANY, label: t("observation:photos_any") },
          { id: "with", label: t("observation:with_photos") },
          { id: "without", label: t("observation:without_photos") },
        ]}
        value={filter.photos === null ? ANY : filter.photos ? "with" : "without"}
        onChange={(id) => set({ photos: id === ANY ? null : id === "with" })}
      />
      <ValueFilter />
    </div>
  );
}

/** The columns that are listed; without a choice all observations are. */
function ColumnChoice() {
  const used = useAtomValue(usedColumnsAtom);
  const [chosen, setChosen] = useAtom(chosenColumnsAtom);
  if (used.length === 0) return <p className={css.quiet}>{t("observation:no_values")}</p>;
  return (
    <div className={css.more}>
      <p className={css.quiet}>{t("observation:columns_hint")}</p>
      <Checkbox isSelected={chosen === null} onChange={(is) => setChosen(is ? null : [])}>
        {t("observation:all_columns")}
      </Checkbox>
      {used.map(({ column, count }) => (
        <Checkbox
          key={column.id}
          isSelected={chosen === null || chosen.includes(column.id)}
          onChange={(is) => {
            const before = chosen ?? used.map((one) => one.column.id);
            setChosen(is ? [...before, column.id] : before.filter((id) => id !== column.id));
          }}
        >
          <span>{columnName(column)}</span>
          <small>{formatNumber(count)}</small>
        </Checkbox>
      ))}
    </div>
  );
}
