import { KeyRound } from "lucide-react";
import { needWords } from "../../state/shell/locale.ts";
import { definePanel } from "../panel.ts";

export const singleSignOnPanel = definePanel({
  id: "single-sign-on",
  address: "/settings/single-sign-on",
  dock: "settings",
  title: "desk:single_sign_on.title",
  subtitle: "desk:single_sign_on.subtitle",
  permission: { any: ["UPDATE_CUSTOMER", "UPDATE_OWN_CUSTOMER"] },
  menu: "settings",
  icon: KeyRound,
  load: async () =>
    (await Promise.all([import("./single-sign-on.tsx"), needWords("single-sign-on")]))[0]
      .SingleSignOnSettings,
});
