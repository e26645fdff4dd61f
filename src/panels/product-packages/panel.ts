import { Package } from "lucide-react";
import { definePanel } from "../panel.ts";

export const productPackagesPanel = definePanel({
  id: "product-packages",
  address: "/settings/product-packages",
  dock: "settings",
  title: "product-package:title",
  subtitle: "product-package:subtitle",
  permission: "READ_PRODUCT_PACKAGE",
  creates: { name: "product-package:create", refusal: (ask) => ask("productPackage.create") },
  menu: "settings",
  icon: Package,
  load: async () => (await import("./product-packages.tsx")).ProductPackages,
});
