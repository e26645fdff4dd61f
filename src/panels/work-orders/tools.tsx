// Which work orders are listed, and in which order: the strip above the list.
import { useState } from "react";
import { useAtom, useAtomValue } from "jotai";
import { ListFilter } from "lucide-react";
import { workOrderViews } from "../../domain/finding/list-view.ts";
import {
  firstOrderFilter,
  workOrderSorts,
  type WorkOrderFilter,
} from "../../domain/work-order/work-order-list.ts";
import type { WorkOrder } from "../../domain/work-order/work-order.ts";
import { workOrderStatuses } from "../../domain/work-order/work-order-status.ts";
import {
  orderFilterAtom,
  orderSortAtom,
  shownOrdersAtom,
} from "../../state/plant/work-order/listed.ts";
import { orderViewAtom } from "../../state/plant/finding/view.ts";
import { orderStatusName } from "../../state/plant/work-order/words.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Segments, Select } from "../../ui/form/choice.tsx";
import { AssigneeFilter, DueDayFilter } from "../finding-life/assigned-filter.tsx";
import { FileMenu } from "./file-menu.tsx";
import css from "./work-orders.module.css";

const ALL = "all";

export function Tools({ all }: { all: readonly WorkOrder[] }) {
  const shown = useAtomValue(shownOrdersAtom);
  const [filter, setFilter] = useAtom(orderFilterAtom);
  const [sort, setSort] = useAtom(orderSortAtom);
  const [view, setView] = useAtom(orderViewAtom);
  const [isOpen, setOpen] = useState(false);
  // What is closed is not listed from the start: that is no filter that somebody has chosen.
  const active = (Object.keys(filter) as (keyof typeof filter)[]).filter(
    (name) => filter[name] !== firstOrderFilter[name],
  ).length;
  const count = shown.length;
  return (
    <div className={css.tools}>
      <div className={css.line}>
        <strong role="status">
          {t("work-order:count", { count, n: formatNumber(count) })}
          {count < all.length ? ` ${t("work-order:of_all", { n: formatNumber(all.length) })}` : ""}
        </strong>
        <FileMenu hasOrders={all.length > 0} listed={count < all.length ? count : null} />
        <Button
          size="sm"
          kind={active > 0 ? "primary" : "secondary"}
          icon={<ListFilter size={14} aria-hidden="true" />}
          aria-expanded={isOpen}
          onPress={() => setOpen(!isOpen)}
        >
          {t("finding:filter.title")}
          {active > 0 ? ` (${active})` : ""}
        </Button>
        <Segments
          label={t("finding:view.title")}
          options={workOrderViews.map((id) => ({ id, label: t(`finding:view.${id}`) }))}
          value={view}
          onChange={setView}
        />
      </div>
      {isOpen ? (
        <div className={css.fields}>
          <Filters all={all} filter={filter} onChange={setFilter} />
          <Select
            size="sm"
            label={t("finding:sort.title")}
            options={workOrderSorts.map((id) => ({ id, label: t(`work-order:sort.${id}`) }))}
            value={sort}
            onChange={setSort}
          />
          {active > 0 ? (
            <Button size="sm" onPress={() => setFilter(firstOrderFilter)}>
              {t("finding:filter.reset")}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

type FiltersProps = {
  all: readonly WorkOrder[];
  filter: WorkOrderFilter;
  onChange: (filter: WorkOrderFilter) => void;
};

function Filters({ all, filter, onChange }: FiltersProps) {
  const statuses = ["active", ...workOrderStatuses] as const;
  const every = { id: ALL, label: t("finding:filter.all") };
  return (
    <>
      <Select
        size="sm"
        label={t("work-order:field.status")}
        options={[
          every,
          ...statuses.map((id) => ({
            id,
            label: id === "active" ? t("work-order:active") : orderStatusName(id),
          })),
        ]}
        value={filter.status ?? ALL}
        onChange={(id) =>
          onChange({ ...filter, status: statuses.find((one) => one === id) ?? null })
        }
      />
      <AssigneeFilter
        all={all}
        value={filter.assignee}
        onChange={(assignee) => onChange({ ...filter, assignee })}
      />
      <DueDayFilter value={filter.due} onChange={(due) => onChange({ ...filter, due })} />
    </>
  );
}
