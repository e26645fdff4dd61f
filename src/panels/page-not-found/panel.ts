import { definePanel } from "../panel.ts";

export const pageNotFoundPanel = definePanel({
  id: "page-not-found",
  address: "*",
  dock: "page",
  title: "shell:not_found.title",
  permission: null,
  load: async () => (await import("./page-not-found.tsx")).PageNotFound,
});
