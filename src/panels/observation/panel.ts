import { NotebookPen } from "lucide-react";
import { definePanel } from "../panel.ts";

/** A photo in full size, opened from the map or from the list. */
export const observationPhotoPanel = definePanel({
  id: "observation-photo",
  address: "/plant/:id",
  dock: "map",
  title: "observation:photos",
  permission: "READ_OBSERVATION",
  load: async () => (await import("./photo-lightbox.tsx")).PhotoLightbox,
});

export const observationPanel = definePanel({
  id: "observations",
  address: "/plant/:id",
  dock: "left",
  title: "observation:title",
  permission: "READ_OBSERVATION",
  icon: NotebookPen,
  keys: ["e"],
  load: async () => (await import("./observations.tsx")).Observations,
});
