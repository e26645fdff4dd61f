import { FileText } from "lucide-react";
import { definePanel } from "../panel.ts";

export const documentsPanel = definePanel({
  id: "documents",
  address: "/doc/files",
  dock: "settings",
  title: "document:title",
  subtitle: "document:subtitle",
  permission: { any: ["LIST_DOC_FILE", "DOWNLOAD_DOC_FILE"] },
  creates: { name: "document:new", refusal: (ask) => ask("document.upload", {}) },
  menu: "settings",
  icon: FileText,
  load: async () => (await import("./documents.tsx")).Documents,
});
