// Changes a user's role. The acting user confirms it with their own second factor.
import { useState, type FormEvent } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { Problem } from "../../domain/error.ts";
import type { User } from "../../domain/account/user.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { hasWords, t } from "../../state/shell/locale.ts";
import { showDone } from "../../state/shell/toast.ts";
import {
  changeRole,
  otherRolesAtom,
  requestSecurityCode,
  userName,
} from "../../state/settings/user.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { roleName } from "./user-columns.tsx";
import { NewCode } from "../new-code.tsx";
import { TypedDialog } from "../typed-dialog.tsx";
import css from "./users.module.css";

const formId = "change-role";

export function RoleDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const offered = useAtomValue(otherRolesAtom)(user);
  const ask = useSetAtom(requestSecurityCode);
  const change = useSetAtom(changeRole);
  const [role_id, setRole] = useState<number | null>(
    offered.length === 1 ? (offered[0]?.id ?? null) : null,
  );
  /** How the code is delivered; null until it is requested. */
  const [way, setWay] = useState<"mail" | "app" | null>(null);
  const [code, setCode] = useState("");
  const [fault, setFault] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const run = async (action: () => Promise<void>) => {
    setPending(true);
    setFault(null);
    try {
      await action();
    } catch (cause) {
      setFault(cause);
    }
    setPending(false);
  };
  const request = () => run(async () => setWay(await ask()));
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (role_id === null || code.trim() === "") return;
    void run(async () => {
      await change(user.id, role_id, code.trim());
      showDone(t("user:role_changed", { name: userName(user) }));
      onClose();
    });
  };
  const problems = (fault as { problems?: readonly Problem[] } | null)?.problems ?? [];
  const ofCode = problems.find(({ field }) => field === "security_code");
  const faultText = fault === null ? null : faultWords(fault);
  return (
    <TypedDialog
      size="sm"
      title={t("user:role_title", { name: userName(user) })}
      typed={[role_id, code, way]}
      onClose={onClose}
      closeLabel={t("shell:close")}
      actions={
        <>
          <Button onPress={onClose}>{t("shell:cancel")}</Button>
          {way === null ? (
            <Button
              kind="primary"
              isDisabled={role_id === null}
              isPending={isPending}
              onPress={() => void request()}
            >
              {t("user:continue")}
            </Button>
          ) : (
            <Button
              kind="primary"
              type="submit"
              form={formId}
              isDisabled={role_id === null || code.trim() === ""}
              isPending={isPending}
            >
              {t("user:change_role")}
            </Button>
          )}
        </>
      }
    >
      <form id={formId} className={css.dialog} onSubmit={save}>
        <Select
          label={t("user:field.role")}
          isRequired
          value={role_id}
          onChange={setRole}
          options={offered.map(({ id, key }) => ({
            id,
            label: roleName(key),
            hint: hintOf(key),
          }))}
        />
        {way === null ? (
          <p className={css.hint}>{t("user:code_why")}</p>
        ) : (
          <>
            <TextField
              label={t("user:code")}
              hint={t(`user:code_by.${way}`)}
              error={ofCode && faultText ? (faultText.details[0] ?? faultText.message) : null}
              isRequired
              autoFocus
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              value={code}
              onChange={(text) => {
                setCode(text);
                setFault(null);
              }}
            />
            {way === "mail" ? <NewCode onAsk={ask} onFault={setFault} /> : null}
          </>
        )}
        {faultText && !ofCode ? (
          <Notice tone="danger" title={faultText.message}>
            {faultText.details.map((detail) => (
              <p key={detail}>{detail}</p>
            ))}
          </Notice>
        ) : null}
      </form>
    </TypedDialog>
  );
}

/** What the role is for; one that was added in the database is for users of customers. */
function hintOf(key: string): string {
  const own = `user:role_hint.${key}`;
  return hasWords(own) ? t(own) : t("user:role_hint.customer_user");
}
