import { definePanel } from "../panel.ts";

/** A photo in full size, opened from the map or from the list. */
export const observationPhotoPanel = definePanel({
  id: "observation-photo",
  address: "/plant/:id",
  dock: "map",
  title: "observation:photos",
  permission: "READ_OBSERVATION",
  load: async () => (await import("./observation-photo.tsx")).ObservationPhoto,
});
