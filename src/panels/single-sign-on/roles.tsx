// Which role people get, by what the service says of them.
import { useAtomValue } from "jotai";
import { Plus, X } from "lucide-react";
import { hasWords, t } from "../../state/shell/locale.ts";
import { customerRolesAtom } from "../../state/settings/single-sign-on.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import type { RecordDraft } from "../record/record-draft.ts";
import type { SignOnDraft } from "./sign-on-draft.ts";
import css from "./single-sign-on.module.css";

export function Roles({ form }: { form: RecordDraft<SignOnDraft> }) {
  const roles = useAtomValue(customerRolesAtom);
  const { draft, setFields, bind, problemOf } = form;
  const options = roles.map(({ id, key }) => ({
    id,
    label: hasWords(`user:role.${key}`) ? t(`user:role.${key}`) : key,
  }));
  const rows = draft.roles;
  const change = (at: number, changes: Partial<(typeof rows)[number]>) =>
    setFields({ roles: rows.map((row, index) => (index === at ? { ...row, ...changes } : row)) });
  return (
    <>
      <Select
        label={t("single-sign-on:field.default_role_id")}
        hint={t("single-sign-on:field.default_role_hint")}
        options={[{ id: 0, label: t("single-sign-on:no_role") }, ...options]}
        value={draft.default_role_id ?? 0}
        onChange={(id) => setFields({ default_role_id: id === 0 ? null : id })}
        error={problemOf("default_role_id")}
      />
      <TextField
        label={t("single-sign-on:field.role_claim")}
        hint={t("single-sign-on:field.role_claim_hint")}
        {...bind("role_claim")}
      />
      <div className={css.wide}>
        {rows.length > 0 ? (
          <ul className={css.roles} aria-label={t("single-sign-on:field.roles")}>
            {rows.map((row, at) => (
              // Rows have no name of their own; they are only added at the end.
              <li key={at}>
                <TextField
                  label={t("single-sign-on:field.value")}
                  value={row.value}
                  onChange={(value) => change(at, { value })}
                  error={problemOf(`roles.${at}.value`)}
                />
                <Select
                  label={t("single-sign-on:field.role")}
                  options={options}
                  value={row.role_id}
                  onChange={(role_id) => change(at, { role_id })}
                  error={problemOf(`roles.${at}.role_id`)}
                />
                <IconButton
                  label={t("single-sign-on:remove_value", { value: row.value })}
                  onPress={() => setFields({ roles: rows.filter((_, index) => index !== at) })}
                >
                  <X size={14} aria-hidden="true" />
                </IconButton>
              </li>
            ))}
          </ul>
        ) : null}
        {problemOf("roles") ? <p className={css.problem}>{problemOf("roles")}</p> : null}
        <div>
          <Button
            size="sm"
            icon={<Plus size={14} aria-hidden="true" />}
            onPress={() => setFields({ roles: [...rows, { value: "", role_id: null }] })}
          >
            {t("single-sign-on:add_value")}
          </Button>
        </div>
      </div>
    </>
  );
}
