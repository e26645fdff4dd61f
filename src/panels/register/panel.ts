import { needWords } from "../../state/shell/locale.ts";
import { definePanel } from "../panel.ts";

const words = () => needWords("registration", "password", "terms", "refusal");

export const registerPanel = definePanel({
  id: "register",
  address: "/register/:confirmKey",
  dock: "page",
  title: "registration:title",
  permission: null,
  public: true,
  load: async () => (await Promise.all([import("./register.tsx"), words()]))[0].Register,
});

export const registerTotpPanel = definePanel({
  id: "register-totp",
  address: "/register-totp/:confirmKey",
  dock: "page",
  title: "registration:totp.title",
  permission: null,
  public: true,
  load: async () => (await Promise.all([import("./register-totp.tsx"), words()]))[0].RegisterTotp,
});
