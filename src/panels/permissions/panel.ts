import { KeyRound } from "lucide-react";
import { definePanel } from "../panel.ts";

export const permissionsPanel = definePanel({
  id: "permissions",
  address: "/settings/permissions",
  dock: "settings",
  title: "permission:matrix.title",
  permission: "READ_PERMISSION",
  menu: "settings",
  superAdmin: true,
  icon: KeyRound,
  load: async () => (await import("./permissions.tsx")).Permissions,
});
