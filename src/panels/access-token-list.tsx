// Access tokens one below the other: what each is for, how long it is valid, when it was used last.
import { useState } from "react";
import { useSetAtom } from "jotai";
import type { AccessToken } from "../domain/account/access-token.ts";
import { withdrawAccessToken } from "../state/account/access-token.ts";
import { formatDateTime, formatElapsed, t } from "../state/shell/locale.ts";
import { Button } from "../ui/button.tsx";
import { Badge } from "../ui/feedback.tsx";
import { ConfirmDialog } from "../ui/record-panel.tsx";
import { usePending } from "./pending.ts";
import css from "./access-token-list.module.css";

type ListProps = {
  readonly tokens: readonly AccessToken[];
  /** Whose they are; null for the own ones. */
  readonly user_id: number | null;
  /** Why they cannot be withdrawn, or null. */
  readonly reason?: string | null;
};

export function AccessTokenList({ tokens, user_id, reason = null }: ListProps) {
  const [chosen, setChosen] = useState<AccessToken | null>(null);
  return (
    <>
      <ul className={css.tokens} aria-label={t("access-token:title")}>
        {tokens.map((token) => (
          <li key={token.id}>
            <span className={css.token}>
              <span className={css.name}>
                <strong>{token.name}</strong>
                {token.is_over ? <Badge tone="danger">{t("access-token:over")}</Badge> : null}
              </span>
              <small>
                {token.scopes.map((scope) => t(`access-token:scope.${scope}`)).join(" · ")}
              </small>
              <small>
                {t("access-token:until", { time: formatDateTime(token.expires_at) })}
                {" · "}
                {token.last_used_at === null
                  ? t("access-token:unused")
                  : t("access-token:used", { time: formatElapsed(token.last_used_at) })}
              </small>
            </span>
            <Button
              size="sm"
              reason={reason}
              aria-label={t("access-token:withdraw_named", { name: token.name })}
              onPress={() => setChosen(token)}
            >
              {t("access-token:withdraw")}
            </Button>
          </li>
        ))}
      </ul>
      {chosen ? (
        <Withdrawal token={chosen} user_id={user_id} onClose={() => setChosen(null)} />
      ) : null}
    </>
  );
}

type WithdrawalProps = {
  readonly token: AccessToken;
  readonly user_id: number | null;
  readonly onClose: () => void;
};

function Withdrawal({ token, user_id, onClose }: WithdrawalProps) {
  const withdraw = useSetAtom(withdrawAccessToken);
  const [isPending, whilePending] = usePending();
  const confirm = async () => {
    await whilePending(() => withdraw(token, user_id));
    onClose();
  };
  return (
    <ConfirmDialog
      title={t("access-token:withdraw_title", { name: token.name })}
      confirmLabel={t("access-token:withdraw")}
      cancel={t("shell:cancel")}
      closeLabel={t("shell:close")}
      isPending={isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t("access-token:withdraw_text")}
    </ConfirmDialog>
  );
}
