// What is listed, in which order, and how: the strip above the findings.
import { useMemo, useState } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Download, ListFilter, X } from "lucide-react";
import {
  findingSorts,
  noFilter,
  type FindingFilter,
  type ListedFinding,
} from "../../domain/finding/finding-list.ts";
import { findingViews } from "../../domain/finding/list-view.ts";
import { rmaFilters } from "../../domain/finding/rma.ts";
import { findingStatuses } from "../../domain/finding/finding-status.ts";
import { reasonOf } from "../../state/account/ask.ts";
import {
  chooseFindings,
  chosenFindingsAtom,
  findingFilterAtom,
  findingSortAtom,
  shownFindingsAtom,
} from "../../state/plant/finding/listed.ts";
import { findingViewAtom } from "../../state/plant/finding/view.ts";
import { saveFindings } from "../../state/plant/finding/export.ts";
import { exportRefusalAtom } from "../../state/plant/analysis/export.ts";
import { exportAtom } from "../../state/plant/analysis/running-export.ts";
import { faultName, rmaName, statusName } from "../../state/plant/finding/words.ts";
import { severityName } from "../../state/plant/column/value-words.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Segments, Select } from "../../ui/form/choice.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { Menu } from "../../ui/overlay.tsx";
import { AssigneeFilter, DueDayFilter } from "../finding-life/assigned-filter.tsx";
import css from "./findings.module.css";

const ALL = "all";

export function Tools({ all }: { all: readonly ListedFinding[] }) {
  const shown = useAtomValue(shownFindingsAtom);
  const [filter, setFilter] = useAtom(findingFilterAtom);
  const [sort, setSort] = useAtom(findingSortAtom);
  const view = useAtomValue(findingViewAtom);
  const choose = useSetAtom(chooseFindings);
  const [isOpen, setOpen] = useState(false);
  // What is urgent has a line of its own.
  const { urgent, ...others } = filter;
  const active = Object.values(others).filter((one) => one !== null).length;
  const chosen = useAtomValue(chosenFindingsAtom).length;
  const count = shown.length;
  // Rates are of all repairs, so that there is nothing to filter.
  if (view === "rates") {
    return (
      <div className={css.tools}>
        <Views />
      </div>
    );
  }
  return (
    <div className={css.tools}>
      <div className={css.line}>
        <Checkbox
          isSelected={count > 0 && chosen === count}
          isIndeterminate={chosen > 0 && chosen < count}
          isDisabled={count === 0}
          onChange={(isOn) => choose(shown, isOn)}
          aria-label={t("finding:choose_all")}
        >
          <strong>{t("finding:count", { count, n: formatNumber(count) })}</strong>
        </Checkbox>
        <SaveMenu findings={shown} />
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
        <Views />
      </div>
      {isOpen ? (
        <div className={css.fields}>
          <Filters all={all} filter={filter} onChange={setFilter} />
          <Select
            size="sm"
            label={t("finding:sort.title")}
            options={findingSorts.map((id) => ({ id, label: t(`finding:sort.${id}`) }))}
            value={sort}
            onChange={setSort}
          />
          {active > 0 ? (
            <Button size="sm" onPress={() => setFilter({ ...noFilter, urgent })}>
              {t("finding:filter.reset")}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

const formats = ["csv", "xlsx"] as const;

function SaveMenu({ findings }: { findings: readonly ListedFinding[] }) {
  const save = useSetAtom(saveFindings);
  const refusal = useAtomValue(exportRefusalAtom);
  const running = useAtomValue(exportAtom);
  if (refusal?.isHidden) return null;
  if (running) {
    return (
      <IconButton size="sm" label={t("export:stop")} onPress={() => running.abort()}>
        <X size={14} aria-hidden="true" />
      </IconButton>
    );
  }
  const entries = formats.map((format) => ({
    id: format,
    label: t(`export:format.${format}`),
    hint: t(`export:hint.${format}`),
    run: () => void save(findings, format),
  }));
  return (
    <Menu label={t("finding:csv.save")} groups={[{ entries }]}>
      <IconButton
        size="sm"
        label={t("finding:csv.save")}
        reason={reasonOf(refusal)}
        isDisabled={findings.length === 0}
      >
        <Download size={14} aria-hidden="true" />
      </IconButton>
    </Menu>
  );
}

function Views() {
  const [view, setView] = useAtom(findingViewAtom);
  return (
    <Segments
      label={t("finding:view.title")}
      options={findingViews.map((id) => ({ id, label: t(`finding:view.${id}`) }))}
      value={view}
      onChange={setView}
    />
  );
}

type FiltersProps = {
  all: readonly ListedFinding[];
  filter: FindingFilter;
  onChange: (filter: FindingFilter) => void;
};

function Filters({ all, filter, onChange }: FiltersProps) {
  const faults = useMemo(() => faultsOf(all), [all]);
  const lives = useMemo(() => all.flatMap(({ life }) => life ?? []), [all]);
  const { fault } = filter;
  const statuses = ["to_do", ...findingStatuses, "returned"] as const;
  const statusLabel = (id: (typeof statuses)[number]) =>
    id === "to_do"
      ? t("finding:filter.to_do")
      : id === "returned"
        ? t("finding:returned")
        : statusName(id);
  const every = { id: ALL, label: t("finding:filter.all") };
  return (
    <>
      <Select
        size="sm"
        label={t("finding:filter.status")}
        options={[every, ...statuses.map((id) => ({ id, label: statusLabel(id) }))]}
        value={filter.status ?? ALL}
        onChange={(id) => {
          const status = statuses.find((one) => one === id) ?? null;
          // What is verified or dismissed is not urgent: a chosen status is looked for among all.
          onChange({ ...filter, status, urgent: status === null ? filter.urgent : null });
        }}
      />
      <AssigneeFilter
        all={lives}
        value={filter.assignee}
        onChange={(assignee) => onChange({ ...filter, assignee })}
      />
      <DueDayFilter value={filter.due} onChange={(due) => onChange({ ...filter, due })} />
      <Select
        size="sm"
        label={t("finding:filter.fault")}
        options={[
          every,
          ...faults.map(([id, { finding, count }]) => ({
            id,
            label: `${faultName(finding)} (${formatNumber(count)})`,
          })),
        ]}
        value={fault ? `${fault.component_type} ${fault.fault_type}` : ALL}
        onChange={(id) => {
          const chosen = faults.find(([key]) => key === id)?.[1].finding ?? null;
          const { component_type, fault_type } = chosen ?? {};
          onChange({
            ...filter,
            fault:
              component_type === undefined || fault_type === undefined
                ? null
                : { component_type, fault_type },
          });
        }}
      />
      <Select
        size="sm"
        label={t("finding:filter.severity")}
        options={[
          every,
          { id: "3", label: severityName(3) },
          { id: "2", label: t("finding:filter.at_least", { severity: severityName(2) }) },
          { id: "1", label: t("finding:filter.at_least", { severity: severityName(1) }) },
        ]}
        value={filter.severity === null ? ALL : String(filter.severity)}
        onChange={(id) => onChange({ ...filter, severity: id === ALL ? null : Number(id) })}
      />
      <RmaFilterSelect filter={filter} onChange={onChange} />
    </>
  );
}

/** How the warranty claim of a finding stands. */
function RmaFilterSelect({ filter, onChange }: Omit<FiltersProps, "all">) {
  return (
    <Select
      size="sm"
      label={t("finding:rma.title")}
      options={[
        { id: ALL, label: t("finding:filter.all") },
        ...rmaFilters.map((id) => ({
          id,
          label: id === "waiting" ? t("finding:rma.waiting") : rmaName(id),
        })),
      ]}
      value={filter.rma ?? ALL}
      onChange={(id) => {
        const rma = rmaFilters.find((one) => one === id) ?? null;
        onChange({ ...filter, rma, urgent: rma === null ? filter.urgent : null });
      }}
    />
  );
}

/** The fault types that the findings have, with counts, the most frequent first. */
function faultsOf(all: readonly ListedFinding[]) {
  const faults = new Map<string, { finding: ListedFinding; count: number }>();
  for (const one of all) {
    const key = `${one.component_type} ${one.fault_type}`;
    faults.set(key, { finding: one, count: (faults.get(key)?.count ?? 0) + 1 });
  }
  return [...faults].toSorted(([, a], [, b]) => b.count - a.count);
}
