// The review of changes by role, before they are saved.
import { useSetAtom } from "jotai";
import { Minus, Plus } from "lucide-react";
import type { Permission } from "../../domain/account/permission.ts";
import { isProviderRole } from "../../domain/account/role.ts";
import { t } from "../../state/shell/locale.ts";
import { saveMatrix, type DraftChange } from "../../state/settings/permission.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Notice } from "../../ui/notice.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { usePending } from "../pending.ts";
import { DialogActions } from "../dialog-actions.tsx";
import { roleName } from "./matrix.tsx";
import css from "./permissions.module.css";

export function ChangeReview({
  changes,
  onClose,
}: {
  changes: readonly DraftChange[];
  onClose: () => void;
}) {
  const save = useSetAtom(saveMatrix);
  const [isPending, whilePending] = usePending();
  const confirm = async () => {
    await whilePending(async () => {
      await save();
      showDone(t("permission:matrix.saved"));
    });
    onClose();
  };
  const affectsCustomers = changes.some(
    ({ role, granted }) => !isProviderRole(role.key) && granted.length > 0,
  );
  return (
    <Dialog
      role="alertdialog"
      title={t("permission:matrix.review_title")}
      isOpen
      onClose={onClose}
      closeLabel={t("shell:close")}
      actions={
        <DialogActions
          onClose={onClose}
          kind="primary"
          isPending={isPending}
          onPress={() => void confirm()}
        >
          {t("permission:matrix.save")}
        </DialogActions>
      }
    >
      <div className={css.review}>
        {changes.map(({ role, granted, revoked }) => (
          <section key={role.id}>
            <h3>
              {roleName(role.key)}
              <small>{t("permission:matrix.users", { count: role.user_count })}</small>
            </h3>
            <ul>
              {granted.map((name) => (
                <Change key={name} name={name} isGranted />
              ))}
              {revoked.map((name) => (
                <Change key={name} name={name} />
              ))}
            </ul>
          </section>
        ))}
        {affectsCustomers ? (
          <Notice tone="watch" title={t("permission:matrix.reaches_customers")} />
        ) : null}
        <p className={css.effect}>{t("permission:matrix.effect")}</p>
      </div>
    </Dialog>
  );
}

function Change({ name, isGranted = false }: { name: Permission; isGranted?: boolean }) {
  const Icon = isGranted ? Plus : Minus;
  return (
    <li className={isGranted ? css.plus : css.minus}>
      <Icon size={14} aria-hidden="true" />
      <span className="visually-hidden">
        {t(isGranted ? "permission:matrix.granted" : "permission:matrix.revoked")}{" "}
      </span>
      {t(`permission:${name}`)}
    </li>
  );
}
