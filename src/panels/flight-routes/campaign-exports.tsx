// The exports of all routes of a campaign.
import { useState } from "react";
import { useAtomValue } from "jotai";
import { CloudUpload, Download, Smartphone } from "lucide-react";
import type { FlightCampaign } from "../../domain/flight/flight-campaign.ts";
import { droneCloudModelRefusal } from "../../domain/flight/drone-cloud.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import {
  cloudProjectsAtom,
  downloadFormats,
  saveRoutes,
  sendToDroneCloud,
  sendToFlightApp,
} from "../../state/plant/flight-export.ts";
import { t } from "../../state/shell/locale.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, Skeleton } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { Dialog, Menu } from "../../ui/overlay.tsx";
import { LoadFault } from "../load-fault.tsx";
import css from "./flight-routes.module.css";

export function CampaignExports({ campaign }: { campaign: FlightCampaign }) {
  const ask = useAtomValue(askAtom);
  const [isSending, setSending] = useState(false);
  const [isOpen, setOpen] = useState(false);
  if (ask("flightExport.download") !== null) return null;
  const entries = downloadFormats.map((format) => ({
    id: format,
    label: t(`flight-export:format.${format}`),
    run: () => void saveRoutes(campaign, format).catch(showFault),
  }));
  const send = async () => {
    setSending(true);
    try {
      const minutes = await sendToFlightApp(campaign);
      showDone(t("flight-export:sent_to_flight_app", { minutes }));
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
      {isOpen ? <CloudDialog campaign={campaign} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function CloudDialog({ campaign, onClose }: { campaign: FlightCampaign; onClose: () => void }) {
  const projects = useAtomValue(cloudProjectsAtom);
  const [chosen, setChosen] = useState<string | null>(null);
  const [plans, setPlans] = useState(false);
  const [isPending, setPending] = useState(false);
  const known = projects.state === "ready" ? projects.value : null;
  const project = chosen ?? known?.project ?? known?.projects[0]?.id ?? null;
  const send = async () => {
    if (project === null) return;
    setPending(true);
    try {
      await sendToDroneCloud(campaign, project, plans);
      showDone(t(plans ? "flight-export:planned" : "flight-export:sent_to_drone_cloud"));
      onClose();
    } catch (cause) {
      showFault(cause);
    }
    setPending(false);
  };
  const actions = (
    <>
      <Button onPress={onClose}>{t("flight-export:cancel")}</Button>
      <Button
        kind="primary"
        isPending={isPending}
        isDisabled={project === null}
        onPress={() => void send()}
      >
        {t("flight-export:send")}
      </Button>
    </>
  );
  return (
    <Dialog
      title={t("flight-export:to_drone_cloud")}
      isOpen
      onClose={onClose}
      closeLabel={t("flight-export:cancel")}
      actions={actions}
    >
      {projects.state === "failed" ? (
        <LoadFault fault={projects.fault} />
      ) : known === null ? (
        <Skeleton label={t("shell:loading")} lines={2} />
      ) : !known.configured ? (
        <Alert tone="watch">{t("refusal:drone_cloud_off")}</Alert>
      ) : known.projects.length === 0 ? (
        <Alert tone="watch">{t("flight-export:no_projects")}</Alert>
      ) : (
        <div className={css.form}>
          <Select
            label={t("flight-export:project")}
            options={known.projects.map(({ id, name }) => ({ id, label: name }))}
            value={project}
            onChange={setChosen}
          />
          <Checkbox isSelected={plans} onChange={setPlans}>
            {t("flight-export:plan_flights")}
          </Checkbox>
          <small>{t("flight-export:plan_hint")}</small>
        </div>
      )}
    </Dialog>
  );
}
