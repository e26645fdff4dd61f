import { ScrollText } from "lucide-react";
import { needWords } from "../../state/shell/locale.ts";
import { definePanel } from "../panel.ts";

/** Entries say what was done in every part of the product. */
const nouns =
  "audit work-order loss plant-settings customer product-package analysis analyses plant flight order user permission refusal " +
  "single-sign-on webhook access-token report evaluation component key-figure finding";

export const auditPanel = definePanel({
  id: "audit",
  address: "/settings/audit",
  dock: "settings",
  title: "desk:audit.title",
  subtitle: "desk:audit.subtitle",
  permission: "READ_AUDIT_TRAIL",
  menu: "settings",
  icon: ScrollText,
  load: async () =>
    (await Promise.all([import("./audit.tsx"), needWords(...nouns.split(" "))]))[0].Audit,
});
