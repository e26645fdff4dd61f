import { Plane } from "lucide-react";
import { definePanel } from "../panel.ts";

export const flightPanel = definePanel({
  id: "flight",
  address: "/plant/:id",
  dock: "left",
  title: "flight:title",
  permission: { any: ["EDIT_FLIGHT_AREA_POLYGON", "READ_FLIGHT_CAMPAIGN"] },
  icon: Plane,
  load: async () => (await import("./flight.tsx")).FlightPlanning,
});
