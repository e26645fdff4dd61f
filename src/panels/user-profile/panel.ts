import { UserRound } from "lucide-react";
import { definePanel } from "../panel.ts";

export const userProfilePanel = definePanel({
  id: "user-profile",
  address: "/settings/user-profile",
  dock: "settings",
  title: "profile:title",
  permission: null,
  icon: UserRound,
  load: async () => (await import("./user-profile.tsx")).UserProfile,
});
