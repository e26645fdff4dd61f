// Stops the generation of the routes of a campaign.
import { useState } from "react";
import { useAtomValue } from "jotai";
import { Square } from "lucide-react";
import type { FlightCampaign } from "../../domain/flight/campaign/flight-campaign.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { t } from "../../state/shell/locale.ts";
import { showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";

type Props = { readonly campaign: FlightCampaign; readonly onStop: () => Promise<void> };

/** Nothing while nothing is generated. The task ends within seconds, until then the button says so. */
export function StopCampaign({ campaign, onStop }: Props) {
  const asked = useAtomValue(askAtom)("flightCampaign.stop", campaign);
  const [stopping, setStopping] = useState<number | null>(null);
  if (campaign.state !== "being_generated" || asked?.isHidden) return null;
  const isStopping = stopping !== null && stopping === campaign.task_id;
  const stop = async () => {
    setStopping(campaign.task_id);
    try {
      await onStop();
    } catch (cause) {
      setStopping(null);
      showFault(cause);
    }
  };
  return (
    <Button
      size="sm"
      icon={<Square size={13} aria-hidden="true" />}
      aria-label={`${t("flight:campaign.stop")}: ${campaign.name}`}
      reason={reasonOf(asked)}
      isPending={isStopping}
      onPress={() => void stop()}
    >
      {t(isStopping ? "flight:campaign.stopping" : "flight:campaign.stop")}
    </Button>
  );
}
