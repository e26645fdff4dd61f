// The exports of all routes of a campaign.
import { useState } from "react";
import { useAtomValue } from "jotai";
import { CloudUpload, Download, Smartphone } from "lucide-react";
import type { FlightCampaign } from "../../domain/flight/campaign/flight-campaign.ts";
import { droneCloudModelRefusal } from "../../domain/flight/flown/drone-cloud.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import {
  downloadsOf,
  saveRoutes,
  sendToFlightApp,
} from "../../state/plant/analysis/flight-export.ts";
import { t } from "../../state/shell/locale.ts";
import { flightRulesAtom } from "../../state/map/flight-area.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/overlay.tsx";
import { downloadWords } from "./download-words.ts";
import { useRouteWarnings } from "./route-warnings.ts";
import { CloudDialog } from "./cloud-dialog.tsx";
import css from "./flight-routes.module.css";

export function CampaignExports({ campaign }: { campaign: FlightCampaign }) {
  const ask = useAtomValue(askAtom);
  const rules = useAtomValue(flightRulesAtom);
  const warn = useRouteWarnings();
  const [isSending, setSending] = useState(false);
  const [isOpen, setOpen] = useState(false);
  if (ask("flightExport.download") !== null) return null;
  const entries = downloadsOf(campaign.aircraft).map((download) => ({
    ...downloadWords(download),
    run: () => void saveRoutes(campaign, download).then(() => warn(), showFault),
  }));
  const send = async () => {
    setSending(true);
    try {
      const minutes = await sendToFlightApp(campaign);
      showDone(t("flight-export:sent_to_flight_app", { minutes }));
      warn();
    } catch (cause) {
      showFault(cause);
    }
    setSending(false);
  };
  return (
    <div className={css.actions}>
      <Menu label={t("flight-export:download")} groups={[{ entries }]}>
        <Button size="sm" icon={<Download size={14} aria-hidden="true" />}>
          {t("flight-export:download")}
        </Button>
      </Menu>
      <Button
        size="sm"
        icon={<Smartphone size={14} aria-hidden="true" />}
        isPending={isSending}
        reason={reasonOf(rules?.has_flight_app === false ? { reason: "flight_app_off" } : null)}
        onPress={() => void send()}
      >
        {t("flight-export:to_flight_app")}
      </Button>
      {ask("flightExport.projects") === null ? (
        <Button
          size="sm"
          icon={<CloudUpload size={14} aria-hidden="true" />}
          reason={reasonOf(droneCloudModelRefusal(campaign.aircraft))}
          onPress={() => setOpen(true)}
        >
          {t("flight-export:to_drone_cloud")}
        </Button>
      ) : null}
      {rules?.is_flight_app_imitated ? <small>{t("flight-export:imitated")}</small> : null}
      {isOpen ? <CloudDialog campaign={campaign} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
