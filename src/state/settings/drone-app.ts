// The drone app: its download for every user, and the packages that staff upload.
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { DroneApp, DroneAppForm } from "../../domain/provider/drone-app.ts";
import { records } from "./record.ts";
import { saveFrom } from "../shell/save-file.ts";
import { send } from "../import/sending.ts";

/**
 * Downloads the app for a drone model. Returns its version, or null where none was uploaded. Rejects with
 * the refusal.
 */
export async function downloadDroneApp(model: string): Promise<string | null> {
  const { url, version } = await call(api.droneApp.downloadUrl, { params: { model } });
  if (url === null) return null;
  saveFrom(url);
  return version;
}

export const droneAppRecords = records<DroneApp, DroneAppForm>({
  key: "drone-apps",
  permission: api.droneApp.list.permission,
  load: (options) => call(api.droneApp.list, {}, options),
  create({ series, version, file }) {
    const body = new FormData();
    body.append("series", series);
    body.append("version", version);
    body.append("file", file);
    return send(api.droneApp.upload, body);
  },
  name: ({ version }) => version,
  words: { created: "drone:app.created" },
});
