// Findings in words.
import { callFailure, type CallFailure } from "../../../client/call-failure.ts";
import { decisionRefusal } from "../../../domain/finding/finding-change.ts";
import type { ListedFinding } from "../../../domain/finding/finding-list.ts";
import type {
  DecidedField,
  FindingFields,
  FindingLife,
  FindingStep,
} from "../../../domain/finding/finding-life.ts";
import { UNNAMED, undecided } from "../../../domain/finding/finding-life.ts";
import type { FindingStatus, RepairState } from "../../../domain/finding/finding-status.ts";
import type { RmaState } from "../../../domain/finding/rma.ts";
import { faultTypeFigureOf } from "../../../domain/key-figure/fault-type.ts";
import { shortName } from "../component/component-words.ts";
import { namesOf } from "../plant.ts";
import { className } from "../column/value-words.ts";
import { formatDay, t } from "../../shell/locale.ts";

export function statusName(status: FindingStatus): string {
  return t(`finding:status.${status}`);
}

/** A status, or that a work order holds the finding. */
export function repairStateName(state: RepairState): string {
  return state === "in_work_order" ? t("work-order:holds") : statusName(state);
}

export function rmaName(state: RmaState): string {
  return t(`finding:rma.state.${state}`);
}

/** "RMA: claimed (C-1042)". */
export function rmaWords({ rma, rma_claim }: Pick<FindingLife, "rma" | "rma_claim">): string {
  const state = t("finding:rma.badge", { state: rmaName(rma) });
  return rma_claim === null ? state : `${state} (${rma_claim})`;
}

/** "Hotspot". */
export function faultName({
  component_type,
  fault_type,
}: Pick<ListedFinding, "component_type" | "fault_type">): string {
  const figure = faultTypeFigureOf(component_type);
  return figure && fault_type !== UNNAMED
    ? className(figure, fault_type)
    : t("finding:fault_unnamed");
}

/** The assignee: "Ana López, crew North"; "" without one. */
export function assigneeName(
  life: Pick<FindingLife, "assignee_name" | "assignee_id" | "crew"> | null,
): string {
  if (!life) return "";
  const user = life.assignee_name ?? (life.assignee_id === null ? null : t("finding:unknown_user"));
  return [user, life.crew].filter(Boolean).join(", ");
}

const isDay = (field: DecidedField) =>
  field === "due_on" || field === "done_on" || field === "replaced_on";

/** "status: open → assigned". */
export function changeWords({
  field,
  old_value,
  new_value,
}: FindingStep["changes"][number]): string {
  const shown = (value: string | null) => {
    if (value === null) return t("finding:none");
    if (field === "status") return statusName(value as FindingStatus);
    if (field === "rma") return rmaName(value as RmaState);
    return isDay(field) ? formatDay(value) : value;
  };
  const name = t(`finding:field.${field}`);
  return t("finding:change", { name, old: shown(old_value), new: shown(new_value) });
}

/** The plant's own name of the component of a finding. */
function lifeName({ component_type, row, dt_id }: FindingLife): string {
  return row === null || !namesOf(component_type) ? dt_id : shortName({ component_type, row });
}

/**
 * Why none of these findings was changed, as a fault: the reason that stands against the first one.
 * @param isOpen whether an analysis is open, as whose finding each is changed
 * @param isTwinLost whether the names of components could not be loaded
 */
export function nothingChanged(
  findings: readonly ListedFinding[],
  fields: FindingFields,
  isOpen: boolean,
  isTwinLost = false,
): CallFailure {
  if (!isOpen) return callFailure("CONFLICT", { message: t("finding:no_analysis") });
  const refusals = findings.map(({ life }) => decisionRefusal(life ?? undecided, fields));
  const [refusal] = refusals.filter((one) => one !== null);
  // What could be changed has no name for the server yet.
  const why = refusals.includes(null) ? null : refusal;
  const nameless = isTwinLost ? "finding:names_failed" : "finding:names_missing";
  const message = t(why ? "finding:not_changed" : nameless);
  return callFailure("CONFLICT", { message, ...(why && { problems: [why] }) });
}

type Conflicting = {
  readonly code?: string;
  readonly message?: string;
  readonly problems?: readonly object[];
  readonly versions?: { readonly current?: readonly FindingLife[] };
};

const MOST_NAMED = 3;

/**
 * Of a conflict, the same fault that also says what others have made of the findings, of the first few:
 * "M53: Assigned, North, by Ana López". Any other fault as it is.
 */
export function withConflict(cause: unknown): unknown {
  const { code, versions, problems = [] } = (cause ?? {}) as Conflicting;
  if (code !== "CONFLICT" || !Array.isArray(versions?.current)) return cause;
  const lines = versions.current.slice(0, MOST_NAMED).map((life) => ({
    reason: "finding_changed",
    message: t("finding:conflict", {
      name: lifeName(life),
      now: [statusName(life.status), assigneeName(life)].filter((text) => text !== "").join(", "),
      user: life.updated_by ?? t("finding:server"),
    }),
  }));
  return { ...(cause as object), code, problems: [...problems, ...lines] };
}
