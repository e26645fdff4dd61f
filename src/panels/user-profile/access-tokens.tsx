// The user's access tokens: listed, made, withdrawn.
import { useState } from "react";
import { useAtomValue } from "jotai";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { accessTokensAtom, saveDescription } from "../../state/account/access-token.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { Notice } from "../../ui/notice.tsx";
import { AccessTokenList } from "../access-token-list.tsx";
import { MakeAccessToken } from "./make-access-token.tsx";
import { Block } from "./row.tsx";
import css from "./user-profile.module.css";

export function AccessTokens() {
  const ask = useAtomValue(askAtom);
  const loaded = useAtomValue(accessTokensAtom);
  const [isMaking, setMaking] = useState(false);
  const tokens = valueOf(loaded);
  const save = (form: "page" | "openApi") => void saveDescription(form).catch(showFault);
  return (
    <Block title={t("access-token:title")} note={t("access-token:note")}>
      {loaded.state === "failed" ? (
        <Notice tone="danger">{faultWords(loaded.fault).title}</Notice>
      ) : null}
      {loaded.state === "loading" ? <Skeleton label={t("shell:loading")} lines={2} /> : null}
      {tokens && tokens.length > 0 ? (
        <div>
          <AccessTokenList tokens={tokens} user_id={null} />
        </div>
      ) : null}
      {tokens?.length === 0 ? <p className={css.soft}>{t("access-token:empty")}</p> : null}
      {tokens ? (
        <div className={css.saves}>
          <Button
            reason={reasonOf(ask("accessToken.make", tokens.length))}
            onPress={() => setMaking(true)}
          >
            {t("access-token:make")}
          </Button>
          <Button onPress={() => save("page")}>{t("access-token:description")}</Button>
          <Button onPress={() => save("openApi")}>{t("access-token:open_api")}</Button>
        </div>
      ) : null}
      {isMaking ? <MakeAccessToken onClose={() => setMaking(false)} /> : null}
    </Block>
  );
}
