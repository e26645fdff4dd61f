// Opens the third-party flight app of the settings.
import type { Settings } from "../start/settings.ts";
import { openFlightApp, type FlightAppAdapter } from "./flight-app.ts";
import { openLocalFlightApp } from "./flight-app-local.ts";

type Chosen =
  | "flight_app_url"
  | "flight_app_id"
  | "flight_app_user"
  | "flight_app_password"
  | "production";

/** Without ID, user and password the app is imitated, and in production there is none. With a part of them it is off. */
export function openFlightAppOf(settings: Pick<Settings, Chosen>): FlightAppAdapter | null {
  const { flight_app_url: url, flight_app_id: app_id, production } = settings;
  const { flight_app_user: user, flight_app_password: password } = settings;
  if (app_id !== null && user !== null && password !== null) {
    return openFlightApp({ url, app_id, user, password, timeoutMs: 20_000 });
  }
  const isUnset = app_id === null && user === null && password === null;
  return isUnset && !production ? openLocalFlightApp() : null;
}
