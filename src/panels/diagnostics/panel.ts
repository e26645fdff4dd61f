import { Bug } from "lucide-react";
import { definePanel } from "../panel.ts";

export const diagnosticsPanel = definePanel({
  id: "diagnostics",
  address: "/settings/diagnostics",
  dock: "settings",
  title: "diagnostic:title",
  subtitle: "diagnostic:subtitle",
  permission: "READ_PROVIDER_USER",
  menu: "settings",
  icon: Bug,
  load: async () => (await import("./diagnostics.tsx")).Diagnostics,
});
