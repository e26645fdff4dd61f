import { needWords } from "../../state/shell/locale.ts";
import { definePanel } from "../panel.ts";

export const forgotPasswordPanel = definePanel({
  id: "forgot-password",
  address: "/forgot-password",
  dock: "page",
  title: "password:forgot.title",
  permission: null,
  public: true,
  load: async () =>
    (await Promise.all([import("./forgot-password.tsx"), needWords("password", "refusal")]))[0]
      .ForgotPassword,
});
