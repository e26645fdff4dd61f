import { Search } from "lucide-react";
import { definePanel } from "../panel.ts";

export const findPanel = definePanel({
  id: "find",
  address: "/plant/:id",
  dock: "left",
  title: "find:title",
  permission: null,
  icon: Search,
  keys: ["/"],
  load: async () => (await import("./find.tsx")).Find,
});
