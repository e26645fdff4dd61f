// Asks who repairs findings, and by when.
import { useState } from "react";
import { useAtomValue } from "jotai";
import { findingFieldsShape, type FindingFields } from "../../domain/finding/finding-life.ts";
import type { ListedFinding } from "../../domain/finding/finding-list.ts";
import { changeable } from "../../state/plant/finding/listed.ts";
import { findingPeopleAtom } from "../../state/plant/finding/life.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { DateField } from "../../ui/form/date-field.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { LoadFault } from "../load-fault.tsx";
import { FindingDialog } from "./finding-dialog.tsx";
import { useChange } from "./use-change.ts";
import css from "./finding-life.module.css";

const KEEP = -1;
const UNASSIGNED = 0;
const MOST_CREWS = 6;

type AssignProps = {
  findings: readonly ListedFinding[];
  /** Set with it: one of both has then to be chosen. */
  status?: "assigned";
  onClose: () => void;
};

/** The value that all findings share; undefined where they differ. */
function shared<Value>(findings: readonly ListedFinding[], of: (one: ListedFinding) => Value) {
  const [first] = findings;
  const value = first && of(first);
  return findings.every((one) => of(one) === value) ? value : undefined;
}

export function AssignFindings({ findings, status, onClose }: AssignProps) {
  const people = useAtomValue(findingPeopleAtom);
  const change = useChange();
  const user = shared(findings, ({ life }) => life?.assignee_id ?? null);
  const ownCrew = shared(findings, ({ life }) => life?.crew ?? null);
  const ownDay = shared(findings, ({ life }) => life?.due_on ?? null);
  const [assignee, setAssignee] = useState(user === undefined ? KEEP : (user ?? UNASSIGNED));
  const [crew, setCrew] = useState(ownCrew ?? "");
  const [due, setDue] = useState(ownDay ?? "");
  const [dayError, setDayError] = useState<string | null>(null);
  const [crewError, setCrewError] = useState<string | null>(null);
  const count = findings.length;
  // Of several findings that differ, an empty field keeps what each has.
  const fields = (): FindingFields => ({
    ...(status ? { status } : {}),
    ...(assignee === KEEP ? {} : { assignee_id: assignee === UNASSIGNED ? null : assignee }),
    ...(crew.trim() === "" && ownCrew === undefined ? {} : { crew: crew.trim() || null }),
    ...(due === "" && ownDay === undefined ? {} : { due_on: due || null }),
  });
  const send = () => {
    const set = fields();
    if (status && changeable(findings, set).length < findings.length) {
      setCrewError(t("refusal:finding_without_assignee"));
      return null;
    }
    if (findingFieldsShape.shape.due_on.safeParse(set.due_on).success) return change(findings, set);
    setDayError(t("refusal:date_out_of_range"));
    return null;
  };
  const writeCrew = (name: string) => {
    setCrew(name);
    setCrewError(null);
  };
  const users = people.state === "ready" ? people.value.users : [];
  const isKnown = user === undefined || user === null || users.some(({ id }) => id === user);
  return (
    <FindingDialog
      title={t("finding:assign_title", { count, n: formatNumber(count) })}
      action={t("finding:assign")}
      isReady={people.state === "ready"}
      typed={[assignee, crew, due]}
      change={send}
      onClose={onClose}
    >
      {people.state === "failed" ? <LoadFault fault={people.fault} isSmall /> : null}
      {people.state === "ready" ? (
        <>
          <Select
            label={t("finding:field.assignee_id")}
            options={[
              ...(user === undefined ? [{ id: KEEP, label: t("finding:unchanged") }] : []),
              { id: UNASSIGNED, label: t("finding:unassigned") },
              ...users.map(({ id, name }) => ({ id, label: name })),
              ...(isKnown
                ? []
                : [
                    {
                      id: user ?? UNASSIGNED,
                      label: findings[0]?.life?.assignee_name ?? t("finding:unknown_user"),
                    },
                  ]),
            ]}
            value={assignee}
            onChange={(id) => {
              setAssignee(id);
              setCrewError(null);
            }}
          />
          <TextField
            label={t("finding:field.crew")}
            hint={t("finding:crew_hint")}
            value={crew}
            onChange={writeCrew}
            error={crewError}
            maxLength={100}
          />
          {people.value.crews.length > 0 && crew === "" ? (
            <p className={css.crews}>
              {people.value.crews.slice(0, MOST_CREWS).map((name) => (
                <button key={name} type="button" onClick={() => writeCrew(name)}>
                  {name}
                </button>
              ))}
            </p>
          ) : null}
          <DateField
            label={t("finding:field.due_on")}
            value={due}
            onChange={(day) => {
              setDue(day);
              setDayError(null);
            }}
            error={dayError}
          />
          {ownCrew === undefined || ownDay === undefined ? (
            <p className={css.soft}>{t("finding:keep_hint")}</p>
          ) : null}
        </>
      ) : (
        <Skeleton label={t("shell:loading")} lines={4} />
      )}
    </FindingDialog>
  );
}
