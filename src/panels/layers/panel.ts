import { Layers } from "lucide-react";
import { definePanel } from "../panel.ts";

export const layersPanel = definePanel({
  id: "layers",
  address: "/plant/:id",
  dock: "left",
  title: "layer:title",
  permission: null,
  icon: Layers,
  keys: ["l"],
  load: async () => (await import("./layers.tsx")).LayerList,
});
