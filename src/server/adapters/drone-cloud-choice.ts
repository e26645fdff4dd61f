// Opens the drone cloud platform of each customer, by the settings.
import type { Settings } from "../start/settings.ts";
import type { DroneCloudAccount } from "./drone-cloud.ts";
import { openFlightHub } from "./drone-cloud-flighthub.ts";
import { openLocalDroneCloud } from "./drone-cloud-local.ts";

/** The account of a customer; null for one without. */
export type DroneClouds = (customer_id: number) => DroneCloudAccount | null;

/** Without any account the platform is imitated, and in production there is none. */
export function openDroneClouds({
  drone_cloud_accounts: accounts,
  outside_hosts: permitted,
  production,
}: Pick<Settings, "drone_cloud_accounts" | "outside_hosts" | "production">): DroneClouds {
  if (accounts.length === 0) {
    const local = { cloud: openLocalDroneCloud(), project: "local-project" };
    return () => (production ? null : local);
  }
  const opened = new Map(
    accounts.map(({ customer_id, url, token, project }) => {
      const cloud = openFlightHub({ url, token, permitted, timeoutMs: 20_000 });
      return [customer_id, { cloud, project }];
    }),
  );
  return (customer_id) => opened.get(customer_id) ?? null;
}
