// Who uploads drone data now.
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { UploadingUser } from "../../domain/analysis/analysis-upload.ts";
import { hasPermissionAtom } from "../account/session.ts";
import { queryOf, reload, type ServerQuery } from "../shell/query.ts";

const key = ["uploading-users"];

/** One entry per user and analysis, the viewer included. Idle for who may not know. */
export const uploadingUsersAtom = queryOf((get): ServerQuery<readonly UploadingUser[]> | null => {
  const { uploadingUsers } = api.analysisUpload;
  if (!get(hasPermissionAtom)(uploadingUsers.permission)) return null;
  return { key, ask: (options) => call(uploadingUsers, {}, options) };
});

/** Fetches again who is uploading. */
export function reloadUploadingUsers(): Promise<void> {
  return reload(key);
}
