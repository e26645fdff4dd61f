import { definePanel } from "../panel.ts";

export const confirmMailPanel = definePanel({
  id: "confirm-mail-login",
  address: "/confirm-mail-login/:confirmKey",
  dock: "page",
  title: "sign-in:mail.title",
  permission: null,
  public: true,
  load: async () => (await import("./confirm-login.tsx")).ConfirmMailLogin,
});

export const confirmTotpPanel = definePanel({
  id: "confirm-totp-login",
  address: "/confirm-totp-login/:confirmKey",
  dock: "page",
  title: "sign-in:totp.title",
  permission: null,
  public: true,
  load: async () => (await import("./confirm-login.tsx")).ConfirmTotpLogin,
});
