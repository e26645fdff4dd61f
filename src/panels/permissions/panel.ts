import { KeyRound } from "lucide-react";
import { needWords } from "../../state/shell/locale.ts";
import { definePanel } from "../panel.ts";

export const permissionsPanel = definePanel({
  id: "permissions",
  address: "/settings/permissions",
  dock: "settings",
  title: "desk:permission.title",
  permission: "READ_PERMISSION",
  menu: "settings",
  superAdmin: true,
  icon: KeyRound,
  load: async () =>
    (await Promise.all([import("./permissions.tsx"), needWords("permission")]))[0].Permissions,
});
