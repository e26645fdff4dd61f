import { KeyRound } from "lucide-react";
import { definePanel } from "../panel.ts";

export const singleSignOnPanel = definePanel({
  id: "single-sign-on",
  address: "/settings/single-sign-on",
  dock: "settings",
  title: "single-sign-on:title",
  subtitle: "single-sign-on:subtitle",
  permission: { any: ["UPDATE_CUSTOMER", "UPDATE_OWN_CUSTOMER"] },
  menu: "settings",
  icon: KeyRound,
  load: async () => (await import("./single-sign-on.tsx")).SingleSignOnSettings,
});
