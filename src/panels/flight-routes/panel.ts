import { Route } from "lucide-react";
import { definePanel } from "../panel.ts";

export const flightRoutesPanel = definePanel({
  id: "flight-routes",
  address: "/plant/:id",
  dock: "left",
  title: "flight-export:title",
  permission: { all: ["READ_FLIGHT_CAMPAIGN", "READ_FLIGHT_ROUTE"] },
  icon: Route,
  load: async () => (await import("./flight-routes.tsx")).FlightRoutes,
});
