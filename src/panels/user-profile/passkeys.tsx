// The user's passkeys: listed, added, renamed, removed.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { Passkey } from "../../domain/account/passkey.ts";
import { canMakePasskey, passkeysAtom, removePasskey } from "../../state/account/passkey.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatDateTime, formatElapsed, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Badge, Skeleton } from "../../ui/feedback.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ConfirmDialog } from "../../ui/record-panel.tsx";
import { AddPasskey } from "./add-passkey.tsx";
import { RenamePasskey } from "./rename-passkey.tsx";
import { Block } from "./row.tsx";
import css from "./user-profile.module.css";

export function Passkeys() {
  const loaded = useAtomValue(passkeysAtom);
  const [isAdding, setAdding] = useState(false);
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const passkeys = valueOf(loaded);
  return (
    <Block title={t("profile:passkeys.title")} note={t("profile:passkeys.note")}>
      {loaded.state === "failed" ? (
        <Notice tone="danger">{faultWords(loaded.fault).title}</Notice>
      ) : null}
      {loaded.state === "loading" ? <Skeleton label={t("shell:loading")} lines={2} /> : null}
      {passkeys && passkeys.length > 0 ? (
        <ul className={css.sessions}>
          {passkeys.map((one) => (
            <li key={one.id} className={css.passkey}>
              <span>
                {one.name}
                {one.is_synced ? <Badge>{t("profile:passkeys.synced")}</Badge> : null}
                <small>
                  {t("profile:passkeys.since", { time: formatDateTime(one.created_at) })}
                  {" · "}
                  {one.last_used_at === null
                    ? t("profile:passkeys.unused")
                    : t("profile:passkeys.used", { time: formatElapsed(one.last_used_at) })}
                </small>
              </span>
              <span className={css.rowAct}>
                <Button size="sm" onPress={() => setRenamed(one)}>
                  {t("profile:passkeys.rename")}
                </Button>
                <Button size="sm" onPress={() => setRemoved(one)}>
                  {t("profile:passkeys.remove")}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {canMakePasskey() ? (
        <div className={css.saves}>
          <Button onPress={() => setAdding(true)}>{t("profile:passkeys.add")}</Button>
        </div>
      ) : (
        <p className={css.soft}>{t("profile:passkeys.not_here")}</p>
      )}
      {isAdding ? <AddPasskey onClose={() => setAdding(false)} /> : null}
      {renamed ? <RenamePasskey passkey={renamed} onClose={() => setRenamed(null)} /> : null}
      {removed ? <Removal passkey={removed} onClose={() => setRemoved(null)} /> : null}
    </Block>
  );
}

function Removal({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useSetAtom(removePasskey);
  const [isPending, setPending] = useState(false);
  const confirm = async () => {
    setPending(true);
    await remove(passkey);
    onClose();
  };
  return (
    <ConfirmDialog
      title={t("profile:passkeys.remove_title", { name: passkey.name })}
      confirmLabel={t("profile:passkeys.remove")}
      cancel={t("shell:cancel")}
      closeLabel={t("shell:close")}
      isPending={isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t("profile:passkeys.remove_text")}
    </ConfirmDialog>
  );
}
