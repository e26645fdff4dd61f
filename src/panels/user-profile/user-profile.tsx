// The user's profile: identity, appearance, sign-in, sessions.
import { useAtomValue } from "jotai";
import type { Me } from "../../domain/account/session.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { t } from "../../state/shell/locale.ts";
import { meAtom, reloadMe } from "../../state/account/me.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState, Skeleton } from "../../ui/feedback.tsx";
import { AccessTokens } from "./access-tokens.tsx";
import { Appearance } from "./appearance.tsx";
import { Identity } from "./identity.tsx";
import { Notifications } from "./notifications.tsx";
import { Passkeys } from "./passkeys.tsx";
import { Sessions } from "./sessions.tsx";
import { SignInWays } from "./sign-in-ways.tsx";
import css from "./user-profile.module.css";

export function UserProfile() {
  const me = useAtomValue(meAtom);
  if (me.state === "failed") {
    const { title, details } = faultWords(me.fault);
    return (
      <ErrorState
        title={title}
        details={details}
        actions={<Button onPress={() => void reloadMe()}>{t("shell:retry")}</Button>}
      />
    );
  }
  if (me.state !== "ready") return <Skeleton label={t("shell:loading")} lines={8} />;
  return <Profile me={me.value} />;
}

function Profile({ me }: { me: Me }) {
  return (
    <div className={css.profile}>
      <Identity me={me} />
      <Appearance me={me} />
      <Notifications />
      <SignInWays me={me} />
      <Passkeys />
      <AccessTokens />
      <Sessions me={me} />
    </div>
  );
}
