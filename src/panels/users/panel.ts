import { UsersRound } from "lucide-react";
import { definePanel } from "../panel.ts";

export const usersPanel = definePanel({
  id: "users",
  address: "/settings/users",
  dock: "settings",
  title: "user:title",
  permission: "READ_USER",
  creates: { name: "user:invite", refusal: (ask) => ask("user.invite", { total: 0, max: 1 }) },
  menu: "settings",
  icon: UsersRound,
  load: async () => (await import("./users.tsx")).Users,
});
