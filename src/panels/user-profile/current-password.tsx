// The field for the current password of a form that needs it.
import type { Me } from "../../domain/account/session.ts";
import { t } from "../../state/shell/locale.ts";
import { PasswordField } from "../../ui/sign-in/password-field.tsx";

type CurrentPasswordProps = {
  readonly me: Me;
  readonly value: string;
  readonly onChange: (password: string) => void;
  readonly error: string | undefined;
};

export function CurrentPassword({ me, ...field }: CurrentPasswordProps) {
  return (
    <>
      {/* Tells password managers the account of this password. */}
      <input type="email" name="email" value={me.email} autoComplete="username" readOnly hidden />
      <PasswordField
        {...field}
        name="password"
        label={t("password:current")}
        autoComplete="current-password"
        showLabel={t("password:show")}
        hideLabel={t("password:hide")}
        autoFocus
      />
    </>
  );
}
