// The access tokens of a user, for those who manage users. Nothing for a user who has none.
import { useAtomValue } from "jotai";
import type { User } from "../../domain/account/user.ts";
import { accessTokensOf } from "../../state/account/access-token.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { t } from "../../state/shell/locale.ts";
import { Skeleton } from "../../ui/feedback.tsx";
import { RecordSection } from "../../ui/record-panel.tsx";
import { AccessTokenList } from "../access-token-list.tsx";
import { LoadFault } from "../load-fault.tsx";

export function AccessTokensOfUser({ user }: { user: User }) {
  const ask = useAtomValue(askAtom);
  const loaded = useAtomValue(accessTokensOf(user.id));
  if (loaded.state === "ready" && loaded.value.length === 0) return null;
  return (
    <RecordSection title={t("access-token:title")}>
      {loaded.state === "ready" ? (
        <AccessTokenList
          tokens={loaded.value}
          user_id={user.id}
          reason={reasonOf(ask("accessToken.withdrawOfUser", user))}
        />
      ) : loaded.state === "failed" ? (
        <LoadFault fault={loaded.fault} />
      ) : (
        <Skeleton label={t("shell:loading")} lines={2} />
      )}
    </RecordSection>
  );
}
