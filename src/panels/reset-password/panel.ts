import { needWords } from "../../state/shell/locale.ts";
import { definePanel } from "../panel.ts";

export const resetPasswordPanel = definePanel({
  id: "reset-password",
  address: "/reset-password/:confirmKey",
  dock: "page",
  title: "password:reset.title",
  permission: null,
  public: true,
  load: async () =>
    (await Promise.all([import("./reset-password.tsx"), needWords("password", "refusal")]))[0]
      .ResetPassword,
});
