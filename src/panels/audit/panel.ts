import { ScrollText } from "lucide-react";
import { definePanel } from "../panel.ts";

export const auditPanel = definePanel({
  id: "audit",
  address: "/settings/audit",
  dock: "settings",
  title: "audit:title",
  subtitle: "audit:subtitle",
  permission: "READ_AUDIT_TRAIL",
  menu: "settings",
  icon: ScrollText,
  load: async () => (await import("./audit.tsx")).Audit,
});
