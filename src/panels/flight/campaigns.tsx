// The flight campaigns of the plant: their state and the form.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Plane, Plus } from "lucide-react";
import type { FlightCampaign } from "../../domain/flight/campaign/flight-campaign.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import {
  chosenCampaignIdAtom,
  flightCampaignsAtom,
  regenerateCampaign,
  removeCampaign,
  stopCampaign,
} from "../../state/plant/analysis/flight-campaign.ts";
import { plantAtom } from "../../state/plant/plant.ts";
import { openPanel } from "../../state/shell/dock.ts";
import { t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { ActionButton } from "../record/action-button.tsx";
import { useCampaignPoll } from "../record/campaign-poll.ts";
import { CampaignSummary } from "../record/campaign-summary.tsx";
import { StopCampaign } from "../record/stop-campaign.tsx";
import { LoadFault } from "../load-fault.tsx";
import { CampaignForm } from "./campaign-form.tsx";
import css from "./flight.module.css";

export function Campaigns() {
  const campaigns = useAtomValue(flightCampaignsAtom);
  const plant = valueOf(useAtomValue(plantAtom));
  const ask = useAtomValue(askAtom);
  /** The campaign in the form; "new" for one that is created. */
  const [edited, setEdited] = useState<FlightCampaign | "new" | null>(null);
  useCampaignPoll();
  if (campaigns.state === "failed") return <LoadFault fault={campaigns.fault} />;
  if (campaigns.state !== "ready" || !plant)
    return <Skeleton label={t("shell:loading")} lines={5} />;
  if (edited) {
    const campaign = edited === "new" ? null : edited;
    return <CampaignForm {...{ plant, campaign }} onClose={() => setEdited(null)} />;
  }
  const refusal = ask("flightCampaign.create", plant);
  return (
    <>
      {refusal?.isHidden ? null : (
        <div className={css.acts}>
          <Button
            kind="primary"
            icon={<Plus size={14} aria-hidden="true" />}
            reason={reasonOf(refusal)}
            onPress={() => setEdited("new")}
          >
            {t("flight:campaign.new")}
          </Button>
        </div>
      )}
      {campaigns.value.length === 0 ? (
        <EmptyState
          icon={<Plane size={20} aria-hidden="true" />}
          title={t("flight:campaign.none")}
        />
      ) : null}
      {campaigns.value.map((campaign) => (
        <Card key={campaign.id} campaign={campaign} onEdit={() => setEdited(campaign)} />
      ))}
    </>
  );
}

function Card({ campaign, onEdit }: { campaign: FlightCampaign; onEdit: () => void }) {
  const { id, name, state, route_count } = campaign;
  const choose = useSetAtom(chosenCampaignIdAtom);
  const open = useSetAtom(openPanel);
  const ask = useAtomValue(askAtom);
  const remove = useSetAtom(removeCampaign);
  const generate = useSetAtom(regenerateCampaign);
  const stop = useSetAtom(stopCampaign);
  const showRoutes = () => {
    choose(id);
    open("flight-routes");
  };
  const mayUpdate = ask("flightCampaign.update") === null;
  return (
    <CampaignSummary campaign={campaign}>
      <div className={css.acts}>
        <StopCampaign campaign={campaign} onStop={() => stop(id)} />
        {state === "ready" && ask("flightRoute.list") === null ? (
          <Button size="sm" onPress={showRoutes}>
            {t("flight:campaign.show")}
          </Button>
        ) : null}
        {mayUpdate ? (
          <>
            <Button size="sm" onPress={onEdit}>
              {t("flight:campaign.edit")}
            </Button>
            <ActionButton
              label={t(state === "failed" ? "shell:retry" : "flight:campaign.generate")}
              name={name}
              asked={ask("flightCampaign.generate", campaign)}
              confirm={t("flight:campaign.generate_text", { count: route_count })}
              onAct={() => generate(id).catch(showFault)}
            />
          </>
        ) : null}
        <ActionButton
          label={t("flight:campaign.remove")}
          name={name}
          asked={ask("flightCampaign.remove")}
          confirm={t("flight:campaign.remove_text", { count: route_count })}
          onAct={() => remove(id).catch(showFault)}
        />
      </div>
    </CampaignSummary>
  );
}
