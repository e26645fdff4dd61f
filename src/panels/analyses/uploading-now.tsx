// Who uploads drone data now, and to which analysis.
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import { limits } from "../../domain/limits.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatShare, t } from "../../state/shell/locale.ts";
import { reloadUploadingUsers, uploadingUsersAtom } from "../../state/upload/uploading-user.ts";
import { Alert } from "../../ui/feedback.tsx";
import { useStayCurrent } from "../stay-current.ts";
import css from "./analyses.module.css";

export function UploadingNow() {
  const users = valueOf(useAtomValue(uploadingUsersAtom)) ?? [];
  useStayCurrent(reloadUploadingUsers, limits.recordPollMs);
  if (users.length === 0) return null;
  return (
    <div className={css.notice}>
      <Alert tone="info" title={t("analyses:uploading_now")}>
        {users.map(({ user_id, user_name, analysis_id, analysis_name, plant_name, ...sent }) => (
          <p key={`${user_id} ${analysis_id}`}>
            {user_name}:{" "}
            <Link href={`/analysis/${analysis_id}#upload`} className={css.link}>
              {analysis_name}
            </Link>{" "}
            ({plant_name}), {formatShare(sent.bytes === 0 ? 1 : sent.offset / sent.bytes)}
          </p>
        ))}
      </Alert>
    </div>
  );
}
