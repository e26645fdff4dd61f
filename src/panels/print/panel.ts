import { definePanel } from "../panel.ts";

export const printPanel = definePanel({
  id: "print",
  address: "/plant/:id",
  dock: "map",
  title: "print:title",
  permission: "READ_ANALYSIS_RESULT",
  load: async () => (await import("./print.tsx")).Print,
});
