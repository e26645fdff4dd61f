import { Drone } from "lucide-react";
import { definePanel } from "../panel.ts";

export const dronesPanel = definePanel({
  id: "drones",
  address: "/settings/drones",
  dock: "settings",
  title: "drone:title",
  subtitle: "drone:subtitle",
  permission: "READ_DRONE",
  creates: { name: "drone:new", refusal: (ask) => ask("drone.create") },
  menu: "settings",
  icon: Drone,
  load: async () => (await import("./drones.tsx")).Drones,
});
