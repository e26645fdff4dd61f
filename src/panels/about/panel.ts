import { Scale } from "lucide-react";
import { definePanel } from "../panel.ts";

export const aboutPanel = definePanel({
  id: "about",
  address: "/settings/about",
  dock: "settings",
  title: "licence:title",
  subtitle: "licence:subtitle",
  permission: null,
  icon: Scale,
  load: async () => (await import("./about.tsx")).About,
});
