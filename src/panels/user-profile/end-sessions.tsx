// Asks for the password, then signs the user out everywhere but here.
import { useState } from "react";
import { useSetAtom } from "jotai";
import type { Me } from "../../domain/account/session.ts";
import { endOtherSessions } from "../../state/account/profile.ts";
import { t } from "../../state/shell/locale.ts";
import { FormDialog } from "../form-dialog.tsx";
import { CurrentPassword } from "./current-password.tsx";

export function EndSessions({ me, onClose }: { me: Me; onClose: () => void }) {
  const end = useSetAtom(endOtherSessions);
  const [password, setPassword] = useState("");
  return (
    <FormDialog
      title={t("profile:sessions.end")}
      saveLabel={t("shell:logout")}
      fields={["password"]}
      onSave={() => end(password).then(onClose)}
      onClose={onClose}
    >
      {(fault) => (
        <CurrentPassword
          me={me}
          value={password}
          onChange={setPassword}
          error={fault["password"]}
        />
      )}
    </FormDialog>
  );
}
