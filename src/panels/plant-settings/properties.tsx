// The sorted list of the plant's custom properties, and the form of one.
import { useAtomValue, useSetAtom } from "jotai";
import { Plus, Tags } from "lucide-react";
import { componentTypesOf, type ComponentType } from "../../domain/component/component.ts";
import type { CustomComponentProperty } from "../../domain/plant/custom-component-property.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import {
  reloadProperties,
  orderProperties,
  propertiesOf,
} from "../../state/settings/custom-component-property.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { leave } from "../../state/shell/leave.ts";
import { t } from "../../state/shell/locale.ts";
import { showFault } from "../../state/shell/toast.ts";
import { componentTypeInText, componentTypeName } from "../../state/plant/column/value-words.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/feedback.tsx";
import { RecordLayout } from "../../ui/record-panel.tsx";
import { moved, Sortable } from "../../ui/table/sortable.tsx";
import { useOpenRecord } from "../record/open-record.ts";
import { conditionWords } from "./property-condition-words.ts";
import { PropertyForm } from "./property-form.tsx";
import css from "./plant-settings.module.css";

export function Properties({ plant }: { plant: Plant }) {
  const loaded = useAtomValue(propertiesOf(plant.id));
  const { id, open } = useOpenRecord();
  const ask = useAtomValue(askAtom);
  if (loaded.state === "failed") {
    return (
      <ErrorState
        {...faultWords(loaded.fault)}
        actions={
          <Button onPress={() => void reloadProperties(plant.id)}>{t("shell:retry")}</Button>
        }
      />
    );
  }
  if (loaded.state !== "ready") return <Skeleton label={t("shell:loading")} lines={8} />;
  const all = loaded.value;
  const row = all.find((one) => String(one.id) === id) ?? null;
  const go = (next: number | "new" | null) => leave(() => open(next));
  const create = (
    <Button
      kind="primary"
      reason={reasonOf(ask("customComponentProperty.create", { count: all.length }))}
      icon={<Plus size={14} aria-hidden="true" />}
      onPress={() => go("new")}
    >
      {t("plant-settings:property.create")}
    </Button>
  );
  return (
    <RecordLayout
      tools={
        all.length > 0 ? (
          <div className={css.tools}>
            <span className={css.gap} />
            {create}
          </div>
        ) : null
      }
      list={
        all.length === 0 ? (
          <EmptyState
            icon={<Tags size={22} aria-hidden="true" />}
            title={t("plant-settings:property.none.title")}
            actions={create}
          >
            {t("plant-settings:property.none.text")}
          </EmptyState>
        ) : (
          <div className={css.groups}>
            {componentTypesOf(plant.technology).map((type) => (
              <Group
                key={type}
                plant={plant}
                type={type}
                properties={all.filter(({ component_type }) => component_type === type)}
                openId={row?.id ?? null}
                onOpen={go}
              />
            ))}
          </div>
        )
      }
      form={
        id === "new" || row ? (
          <PropertyForm
            key={id}
            plant={plant}
            row={row}
            others={all.filter((one) => one !== row)}
            onClose={() => go(null)}
          />
        ) : null
      }
    />
  );
}

type GroupProps = {
  plant: Plant;
  type: ComponentType;
  properties: readonly CustomComponentProperty[];
  openId: number | null;
  onOpen: (id: number) => void;
};

function Group({ plant, type, properties, openId, onOpen }: GroupProps) {
  const order = useSetAtom(orderProperties);
  const title = componentTypeName(type, true);
  const label = t("plant-settings:property.list", { type: componentTypeInText(type, true) });
  return (
    <section className={css.group} aria-label={title}>
      <h3>{title}</h3>
      {properties.length === 0 ? (
        <p className={css.noneOf}>{t("plant-settings:property.none_of")}</p>
      ) : (
        <Sortable
          label={label}
          items={properties}
          itemId={({ id }) => id}
          isCurrent={({ id }) => id === openId}
          dragLabel={t("plant-settings:property.drag")}
          upLabel={({ name }) => t("plant-settings:property.move_up", { name })}
          downLabel={({ name }) => t("plant-settings:property.move_down", { name })}
          onMove={(from, to) => {
            const ids = moved(properties, from, to).map(({ id }) => id);
            order(plant.id, type, ids).catch(showFault);
          }}
        >
          {(one) => (
            <button
              type="button"
              className={css.entry}
              aria-current={one.id === openId}
              onClick={() => onOpen(one.id)}
            >
              <span>{one.name}</span>
              <small>{kindWords(one, properties)}</small>
            </button>
          )}
        </Sortable>
      )}
    </section>
  );
}

/** "Options · 3 options · A survey · Required". */
function kindWords(one: CustomComponentProperty, all: readonly CustomComponentProperty[]) {
  const { data_type, relation_type, options, number_ranges } = one;
  const parts = [t(`plant-settings:data_type.${data_type}`)];
  if (options) parts.push(t("plant-settings:property.options_count", { count: options.length }));
  if (number_ranges) {
    const count = number_ranges.ranges.length;
    parts.push(t("plant-settings:property.ranges_count", { count }));
  }
  parts.push(t(`plant-settings:relation_short.${relation_type}`));
  if (one.is_required) parts.push(t("plant-settings:property.required"));
  const condition = conditionWords(one, all);
  if (condition !== null) parts.push(condition);
  return parts.join(" · ");
}
