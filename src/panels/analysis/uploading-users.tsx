// Who else is uploading files to this analysis now.
import { useAtomValue } from "jotai";
import { limits } from "../../domain/limits.ts";
import { meAtom } from "../../state/account/me.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatBytes, t } from "../../state/shell/locale.ts";
import { reloadUploadingUsers, uploadingUsersAtom } from "../../state/upload/uploading-user.ts";
import { Alert } from "../../ui/feedback.tsx";
import { useStayCurrent } from "../stay-current.ts";
import css from "./analysis.module.css";

export function UploadingUsers({ analysis_id }: { analysis_id: number }) {
  const me = valueOf(useAtomValue(meAtom));
  const users = valueOf(useAtomValue(uploadingUsersAtom)) ?? [];
  useStayCurrent(reloadUploadingUsers, limits.recordPollMs);
  const others = users.filter((one) => one.analysis_id === analysis_id && one.user_id !== me?.id);
  if (others.length === 0) return null;
  return (
    <div className={css.notice}>
      <Alert tone="info" title={t("analysis-file:others", { count: others.length })}>
        {others.map(({ user_id, user_name, file_count, offset, bytes }) => (
          <p key={user_id}>
            {t("analysis-file:other_user", {
              name: user_name,
              count: file_count,
              sent: formatBytes(offset),
              size: formatBytes(bytes),
            })}
          </p>
        ))}
      </Alert>
    </div>
  );
}
