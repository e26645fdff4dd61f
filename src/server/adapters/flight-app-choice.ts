// Opens the third-party flight app of the settings.
import type { Settings } from "../start/settings.ts";
import { openFlightApp, type FlightAppAdapter } from "./flight-app.ts";

type Chosen = "flight_app_url" | "flight_app_id" | "flight_app_user" | "flight_app_password";

/** Null unless the app's ID, a user and a password are set. */
export function openFlightAppOf(settings: Pick<Settings, Chosen>): FlightAppAdapter | null {
  const { flight_app_url: url, flight_app_id: app_id } = settings;
  const { flight_app_user: user, flight_app_password: password } = settings;
  if (app_id === null || user === null || password === null) return null;
  return openFlightApp({ url, app_id, user, password, timeoutMs: 20_000 });
}
