import { Boxes, FileInput, FileUp } from "lucide-react";
import { definePanel } from "../panel.ts";

export const twinImportPanel = definePanel({
  id: "twin-import",
  address: "/plant/:id",
  dock: "right",
  title: "import:twin.title",
  permission: "UPLOAD_DIGITAL_TWIN",
  icon: Boxes,
  load: async () => (await import("./twin-import.tsx")).TwinImport,
});

export const resultImportPanel = definePanel({
  id: "result-import",
  address: "/plant/:id",
  dock: "right",
  title: "import:result.title",
  permission: "IMPORT_ANALYSIS_RESULT",
  icon: FileInput,
  load: async () => (await import("./result-import.tsx")).ResultImport,
});

export const fileImportPanel = definePanel({
  id: "file-import",
  address: "/plant/:id",
  dock: "right",
  title: "file-preview:drop.title",
  permission: {
    any: [
      "UPLOAD_DIGITAL_TWIN",
      "CREATE_OBSERVATION",
      "MANAGE_PLANT_BLUEPRINT",
      "IMPORT_ANALYSIS_RESULT",
      "UPLOAD_ANALYSIS_FILE",
      "UPDATE_SERIAL_NUMBER",
      "UPDATE_ANALYSIS",
      "UPDATE_ANALYSIS_RESULT",
      "UPDATE_PLANT",
      "UPDATE_WORK_ORDER",
      "CREATE_DRONE",
      "CREATE_USER",
    ],
  },
  icon: FileUp,
  load: async () => (await import("./file-import.tsx")).FileImport,
});
