import { definePanel } from "../panel.ts";

export const surveyImagePanel = definePanel({
  id: "survey-image",
  address: "/plant/:id",
  dock: "map",
  title: "survey-image:title",
  permission: "READ_ANALYSIS_RESULT",
  load: async () => (await import("./survey-images.tsx")).SurveyImages,
});
