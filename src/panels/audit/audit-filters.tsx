// Narrows the audit trail by action, customer and days.
import { useMemo } from "react";
import { useAtom, useAtomValue } from "jotai";
import { auditActions } from "../../domain/account/audit.ts";
import { auditCustomersAtom, auditFilterAtom } from "../../state/settings/audit.ts";
import { dateRangeOptions } from "../../state/shell/date-range.ts";
import { t } from "../../state/shell/locale.ts";
import { ComboBox } from "../../ui/form/combo-box.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { DateRangeSelect } from "../../ui/form/date-range-select.tsx";
import { actionWords } from "./entry-words.ts";

const all = 0;

export function AuditFilters() {
  const [filter, setFilter] = useAtom(auditFilterAtom);
  const customers = useAtomValue(auditCustomersAtom);
  const actions = useMemo(
    () =>
      auditActions
        .map((id) => ({ id, label: actionWords(id) }))
        .toSorted((a, b) => a.label.localeCompare(b.label)),
    [],
  );
  return (
    <>
      <ComboBox
        label={t("audit:column.action")}
        labelHidden
        placeholder={t("audit:all_actions")}
        openLabel={t("audit:open_actions")}
        options={actions}
        value={filter.action}
        onChange={(action) => setFilter({ ...filter, action })}
      />
      {customers.length > 1 ? (
        <Select
          label={t("audit:column.customer")}
          labelHidden
          size="sm"
          options={[
            { id: all, label: t("audit:all_customers") },
            ...customers.map(({ id, name }) => ({ id, label: name })),
          ]}
          value={filter.customer_id ?? all}
          onChange={(id) => setFilter({ ...filter, customer_id: id === all ? null : id })}
        />
      ) : null}
      <DateRangeSelect
        label={t("shell:range.label")}
        options={dateRangeOptions([])}
        value={filter.range}
        onChange={(range) => setFilter({ ...filter, range })}
      />
    </>
  );
}
