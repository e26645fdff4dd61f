import { definePanel } from "../panel.ts";

export const signedOnPanel = definePanel({
  id: "signed-on",
  address: "/single-sign-on",
  dock: "page",
  title: "sign-in:service.returning",
  permission: null,
  public: true,
  load: async () => (await import("./signed-on.tsx")).SignedOn,
});
