import { Drone } from "lucide-react";
import { needWords } from "../../state/shell/locale.ts";
import { definePanel } from "../panel.ts";

export const dronesPanel = definePanel({
  id: "drones",
  address: "/settings/drones",
  dock: "settings",
  title: "desk:drone.title",
  subtitle: "desk:drone.subtitle",
  permission: "READ_DRONE",
  creates: { name: "desk:drone.new", refusal: (ask) => ask("drone.create") },
  menu: "settings",
  icon: Drone,
  load: async () => (await Promise.all([import("./drones.tsx"), needWords("drone")]))[0].Drones,
});
