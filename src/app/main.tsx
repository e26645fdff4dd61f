// Starts the browser app: loads the words, then renders the page.
import "../client/no-eval.ts";
import { createRoot } from "react-dom/client";
import "../ui/tokens.css";
import { askAhead } from "../client/ahead.ts";
import { chosenLocale, startWords, t } from "../client/i18n.ts";
import { syncWithOtherTabs, onSession, session } from "../client/session.ts";
import { localNames, readLocal } from "../client/local.ts";
import { startOfflineRecord } from "../client/offline/offline-record.ts";
import { startBuild, startServiceWorker } from "../client/service-worker.ts";
import { applyStoredBrand } from "../state/account/brand.ts";
import { applyTheme, themes } from "../state/shell/theme.ts";
import { Shell } from "./shell.tsx";

const locale = chosenLocale();
document.documentElement.lang = locale;
applyTheme(themes.find((theme) => theme === readLocal(localNames.theme)) ?? "default");
applyStoredBrand();
// Only the record knows whether this browser is offline.
const offline = startOfflineRecord().then(() =>
  askAhead(location.pathname, locale, location.search),
);
await Promise.all([startBuild(), startWords(locale), offline]);
document.title = t("shell:product");
syncWithOtherTabs();
prepareAhead();

createRoot(document.getElementById("root")!).render(<Shell />);
startServiceWorker();

/** Solves the proof of work ahead of a sign-in, at the start and after every sign-out. */
function prepareAhead(): void {
  const prepare = () => {
    if (session() !== null) return;
    // Delayed, so that the form renders first.
    setTimeout(() => {
      void import("../client/proof.ts").then(({ prepareProof }) => void prepareProof());
    }, 200);
  };
  prepare();
  onSession(prepare);
}
