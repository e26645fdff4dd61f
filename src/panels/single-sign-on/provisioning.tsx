// User provisioning: the address and the token for the service, and the groups that it has sent.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { tokenDays, type Provisioning } from "../../domain/account/provisioning.ts";
import type { SingleSignOn } from "../../domain/account/single-sign-on.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import {
  askTokenAtom,
  issueToken,
  provisioningOf,
  withdrawToken,
} from "../../state/account/provisioning.ts";
import { roleOptionsAtom } from "../../state/settings/user.ts";
import { formatDateTime, hasWords, t } from "../../state/shell/locale.ts";
import { showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState, Skeleton } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RecordSection } from "../../ui/record-panel.tsx";
import { ActionButton } from "../record/action-button.tsx";
import { CopyLine } from "./copy-line.tsx";
import css from "./single-sign-on.module.css";

export function ProvisioningSection({ row }: { row: SingleSignOn }) {
  const loaded = useAtomValue(provisioningOf(row.id));
  return (
    <RecordSection title={t("single-sign-on:provisioning.title")}>
      <p className={css.wide}>{t("single-sign-on:provisioning.lead")}</p>
      {loaded.state === "loading" ? (
        <Skeleton label={t("shell:loading")} lines={2} />
      ) : loaded.state === "failed" ? (
        <ErrorState title={loaded.fault.message} />
      ) : loaded.state === "ready" ? (
        <Token row={row} state={loaded.value} />
      ) : null}
    </RecordSection>
  );
}

function Token({ row, state }: { row: SingleSignOn; state: Provisioning }) {
  const asked = useAtomValue(askTokenAtom)(row);
  const ask = useAtomValue(askAtom);
  const issue = useSetAtom(issueToken);
  const withdraw = useSetAtom(withdrawToken);
  const [days, setDays] = useState<(typeof tokenDays)[number]>(180);
  const [secret, setSecret] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const { token } = state;
  const make = async () => {
    setPending(true);
    try {
      setSecret(await issue(row.id, days));
    } catch (cause) {
      showFault(cause);
    }
    setPending(false);
  };
  const label = t(`single-sign-on:provisioning.${token ? "replace" : "create"}`);
  return (
    <>
      <CopyLine
        label={t("single-sign-on:provisioning.address")}
        hint={t("single-sign-on:provisioning.address_hint")}
        text={state.base_url}
      />
      <div className={css.wide}>
        {token ? <TokenState token={token} /> : null}
        {secret === null ? null : (
          <>
            <Notice tone="watch">{t("single-sign-on:provisioning.once")}</Notice>
            <CopyLine
              label={t("single-sign-on:provisioning.secret")}
              hint={t("single-sign-on:provisioning.secret_hint")}
              text={secret}
            />
          </>
        )}
        {asked?.isHidden ? null : (
          <div className={css.tokenLine}>
            <Select
              label={t("single-sign-on:provisioning.days")}
              options={tokenDays.map((id) => ({
                id,
                label: t("single-sign-on:provisioning.day_count", { count: id }),
              }))}
              value={days}
              onChange={setDays}
            />
            {token ? (
              <ActionButton
                label={label}
                name={row.customer_name}
                asked={asked}
                confirm={t("single-sign-on:provisioning.replace_text")}
                onAct={make}
              />
            ) : (
              <Button
                size="sm"
                reason={reasonOf(asked)}
                isPending={isPending}
                onPress={() => void make()}
              >
                {label}
              </Button>
            )}
            {token ? (
              <ActionButton
                label={t("single-sign-on:provisioning.withdraw")}
                name={row.customer_name}
                asked={ask("provisioning.withdraw")}
                confirm={t("single-sign-on:provisioning.withdraw_text")}
                onAct={async () => {
                  setSecret(null);
                  await withdraw(row.id).catch(showFault);
                }}
              />
            ) : null}
          </div>
        )}
      </div>
      <Groups state={state} />
    </>
  );
}

function TokenState({ token }: { token: NonNullable<Provisioning["token"]> }) {
  const { created_at, expires_at, is_over, last_used_at } = token;
  const used =
    last_used_at === null
      ? t("single-sign-on:provisioning.unused")
      : t("single-sign-on:provisioning.used", { time: formatDateTime(last_used_at) });
  return (
    <Notice
      tone={is_over ? "danger" : "neutral"}
      title={t(`single-sign-on:provisioning.${is_over ? "expired" : "valid"}`, {
        time: formatDateTime(expires_at),
      })}
    >
      {t("single-sign-on:provisioning.created", { time: formatDateTime(created_at) })} {used}
    </Notice>
  );
}

function Groups({ state: { users, groups } }: { state: Provisioning }) {
  const roles = useAtomValue(roleOptionsAtom);
  const nameOf = (id: number) => {
    const key = roles.find((role) => role.id === id)?.key ?? String(id);
    return hasWords(`user:role.${key}`) ? t(`user:role.${key}`) : key;
  };
  if (users === 0 && groups.length === 0) return null;
  return (
    <div className={css.wide}>
      <p>{t("single-sign-on:provisioning.users", { count: users })}</p>
      {groups.length > 0 ? (
        <ul className={css.groups} aria-label={t("single-sign-on:provisioning.groups")}>
          {groups.map(({ id, display_name, members, role_id }) => (
            <li key={id}>
              <span className={css.groupName} title={display_name}>
                {display_name}
              </span>
              <span>{t("single-sign-on:provisioning.members", { count: members })}</span>
              <span>
                {role_id === null ? t("single-sign-on:provisioning.no_role") : nameOf(role_id)}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      <p className={css.hint}>{t("single-sign-on:provisioning.groups_hint")}</p>
    </div>
  );
}
