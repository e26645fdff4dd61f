// Facts of an account, and actions that take effect at once: role, lock, invitation.
import { useState, type ReactNode } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Lock, LockOpen, MailPlus, UserCog } from "lucide-react";
import type { User } from "../../domain/account/user.ts";
import { formatDateTime, formatElapsed, t } from "../../state/shell/locale.ts";
import { askAtom, reasonOf, type Asked } from "../../state/account/ask.ts";
import { showDone } from "../../state/shell/toast.ts";
import {
  lockUser,
  otherRolesAtom,
  registerLinkAtom,
  resendInvitation,
  superAdminCountAtom,
  userName,
} from "../../state/settings/user.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/record-panel.tsx";
import { usePending } from "../pending.ts";
import { RegisterLinkBox } from "./register-link.tsx";
import { RoleDialog } from "./role-dialog.tsx";
import { roleName, StatusBadge } from "./user-columns.tsx";
import css from "./users.module.css";

export function Account({ user }: { user: User }) {
  const ask = useAtomValue(askAtom);
  const super_admins = useAtomValue(superAdminCountAtom);
  const link = useAtomValue(registerLinkAtom);
  const hasOtherRole = useAtomValue(otherRolesAtom)(user).length > 0;
  const resend = useSetAtom(resendInvitation);
  const lock = useSetAtom(lockUser);
  const [dialog, setDialog] = useState<"lock" | "role" | null>(null);
  const [isPending, whilePending] = usePending();
  const name = userName(user);
  const run = async (action: () => Promise<void>, done: string) => {
    await whilePending(async () => {
      await action();
      showDone(t(done, { name }));
    });
    setDialog(null);
  };
  const toLock = () => run(() => lock(user.id, true), "user:locked_done");
  const toUnlock = () => run(() => lock(user.id, false), "user:unlocked_done");
  const toResend = () => run(() => resend(user.id), "user:resent");
  const noOther = hasOtherRole ? null : { reason: "no_other_role" };
  return (
    <>
      <dl className={css.facts}>
        <Fact term={t("user:column.status")}>
          <StatusBadge user={user} />
        </Fact>
        <Fact term={t("user:column.company")}>{user.company}</Fact>
        <Fact term={t("user:column.role")}>{roleName(user.role)}</Fact>
        <Fact term={t("user:column.last_sign_in")}>
          <When iso={user.last_sign_in_at} />
        </Fact>
        {user.state !== "REGISTERED" ? (
          <Fact term={t("user:column.invited")}>
            <When iso={user.invited_at} />
          </Fact>
        ) : null}
      </dl>
      {link?.user_id === user.id && user.state !== "REGISTERED" ? (
        <RegisterLinkBox url={link.url} />
      ) : null}
      <div className={css.actions}>
        <AccountAction
          icon={<UserCog size={14} aria-hidden="true" />}
          refusal={
            ask("user.listRoles") ?? ask("user.changeRole", { user, super_admins }) ?? noOther
          }
          onPress={() => setDialog("role")}
        >
          {t("user:change_role")}
        </AccountAction>
        {user.state !== "REGISTERED" ? (
          <AccountAction
            icon={<MailPlus size={14} aria-hidden="true" />}
            refusal={ask("user.resendInvitation", user)}
            isPending={isPending}
            onPress={() => void toResend()}
          >
            {t("user:resend")}
          </AccountAction>
        ) : null}
        {user.locked ? (
          <AccountAction
            icon={<LockOpen size={14} aria-hidden="true" />}
            refusal={ask("user.unLock", { user, super_admins, lock: false })}
            isPending={isPending}
            onPress={() => void toUnlock()}
          >
            {t("user:unlock")}
          </AccountAction>
        ) : (
          <AccountAction
            icon={<Lock size={14} aria-hidden="true" />}
            refusal={ask("user.unLock", { user, super_admins, lock: true })}
            onPress={() => setDialog("lock")}
          >
            {t("user:lock")}
          </AccountAction>
        )}
      </div>
      {dialog === "role" ? <RoleDialog user={user} onClose={() => setDialog(null)} /> : null}
      {dialog === "lock" ? (
        <ConfirmDialog
          title={t("user:lock_title", { name })}
          confirmLabel={t("user:lock")}
          cancel={t("shell:cancel")}
          closeLabel={t("shell:close")}
          isPending={isPending}
          onConfirm={() => void toLock()}
          onClose={() => setDialog(null)}
        >
          {t("user:lock_text")}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

/** A button that shows why it is unavailable. */
function AccountAction({
  icon,
  refusal,
  isPending = false,
  onPress,
  children,
}: {
  icon: ReactNode;
  refusal: Asked | null;
  isPending?: boolean;
  onPress: () => void;
  children: ReactNode;
}) {
  if (refusal?.isHidden) return null;
  return (
    <Button
      size="sm"
      icon={icon}
      reason={reasonOf(refusal)}
      isPending={isPending}
      onPress={onPress}
    >
      {children}
    </Button>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function When({ iso }: { iso: string | null }) {
  if (iso === null) return <span className={css.faint}>{t("user:never")}</span>;
  return (
    <time dateTime={iso} title={formatDateTime(iso)}>
      {formatElapsed(iso)}
    </time>
  );
}
