import { needWords } from "../../state/shell/locale.ts";
import { definePanel } from "../panel.ts";

/** `/download-{drone_app}`: for both series, or for one series in the path. */
export const downloadDroneAppPanels = ["drone-app", "sdk4", "sdk5"].map((drone_app) =>
  definePanel({
    id: `download-${drone_app}`,
    address: `/download-${drone_app}`,
    dock: "page",
    title: "drone-app:title",
    permission: null,
    public: true,
    load: async () =>
      (await Promise.all([import("./download-drone-app.tsx"), needWords("drone-app")]))[0]
        .DownloadDroneApp,
  }),
);
