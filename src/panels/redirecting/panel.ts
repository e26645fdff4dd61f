import { definePanel } from "../panel.ts";
import { Redirecting } from "./redirecting.tsx";

export const redirectingPanel = definePanel({
  id: "redirecting",
  address: "/redirecting",
  dock: "page",
  title: "shell:redirecting",
  permission: null,
  public: true,
  load: () => Promise.resolve(Redirecting),
});
