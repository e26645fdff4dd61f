// Filters that lists of findings and of work orders share: who sees to it, and by when.
import { useMemo } from "react";
import { useAtomValue } from "jotai";
import {
  dueFilters,
  type DueFilter,
  type FindingFilter,
} from "../../domain/finding/finding-list.ts";
import { viewerAtom } from "../../state/account/ask.ts";
import { t } from "../../state/shell/locale.ts";
import { Select } from "../../ui/form/choice.tsx";

const ALL = "all";
const every = () => ({ id: ALL, label: t("finding:filter.all") });

type Assigned = {
  readonly assignee_id: number | null;
  readonly assignee_name: string | null;
  readonly crew: string | null;
};
type Assignee = FindingFilter["assignee"];

type AssigneeFilterProps = {
  /** What is listed: its users and crews are the choices. */
  all: readonly Assigned[];
  value: Assignee;
  onChange: (assignee: Assignee) => void;
};

export function AssigneeFilter({ all, value, onChange }: AssigneeFilterProps) {
  const { account_id } = useAtomValue(viewerAtom);
  const { users, crews } = useMemo(() => peopleOf(all), [all]);
  return (
    <Select
      size="sm"
      label={t("finding:filter.assignee")}
      options={[
        every(),
        { id: `user ${account_id}`, label: t("finding:filter.me") },
        { id: "unassigned", label: t("finding:filter.unassigned") },
        ...users
          .filter(([id]) => id !== account_id)
          .map(([id, label]) => ({ id: `user ${id}`, label })),
        ...crews.map((name) => ({ id: `crew ${name}`, label: t("finding:filter.crew", { name }) })),
      ]}
      value={idOf(value)}
      onChange={(id) => onChange(assigneeOf(id))}
    />
  );
}

function peopleOf(all: readonly Assigned[]) {
  const users = new Map<number, string>();
  const crews = new Set<string>();
  for (const { assignee_id, assignee_name, crew } of all) {
    if (assignee_id !== null) users.set(assignee_id, assignee_name ?? t("finding:unknown_user"));
    if (crew !== null) crews.add(crew);
  }
  return { users: [...users], crews: [...crews].toSorted() };
}

function idOf(assignee: Assignee): string {
  if (assignee === null || assignee === "unassigned") return assignee ?? ALL;
  return "user" in assignee ? `user ${assignee.user}` : `crew ${assignee.crew}`;
}

function assigneeOf(id: string): Assignee {
  if (id === ALL) return null;
  if (id.startsWith("user ")) return { user: Number(id.slice("user ".length)) };
  return id.startsWith("crew ") ? { crew: id.slice("crew ".length) } : "unassigned";
}

type DueFilterProps = { value: DueFilter | null; onChange: (due: DueFilter | null) => void };

export function DueDayFilter({ value, onChange }: DueFilterProps) {
  return (
    <Select
      size="sm"
      label={t("finding:filter.due")}
      options={[every(), ...dueFilters.map((id) => ({ id, label: t(`finding:filter.due_${id}`) }))]}
      value={value ?? ALL}
      onChange={(id) => onChange(dueFilters.find((one) => one === id) ?? null)}
    />
  );
}
