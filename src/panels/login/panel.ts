import { definePanel } from "../panel.ts";

export const loginPanel = definePanel({
  id: "login",
  address: "/login",
  dock: "page",
  title: "sign-in:title",
  permission: null,
  public: true,
  load: async () => (await import("./login.tsx")).Login,
});
