import { Network } from "lucide-react";
import { definePanel } from "../panel.ts";

export const twinPanel = definePanel({
  id: "twin",
  address: "/plant/:id",
  dock: "right",
  title: "twin:title",
  permission: { any: ["UPLOAD_DIGITAL_TWIN", "DOWNLOAD_DIGITAL_TWIN"] },
  icon: Network,
  load: async () => (await import("./twin.tsx")).TwinPanel,
});
