// Reads the campaigns of the plant again while one of them waits for its routes.
import { useEffect } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { limits } from "../../domain/limits.ts";
import {
  flightCampaignsAtom,
  reloadCampaigns,
} from "../../state/plant/analysis/flight-campaign.ts";
import { valueOf } from "../../state/shell/loaded.ts";

export function useCampaignPoll(): void {
  const campaigns = valueOf(useAtomValue(flightCampaignsAtom)) ?? [];
  const isWaiting = campaigns.some(({ state }) => state === "being_generated");
  const reload = useSetAtom(reloadCampaigns);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void reload(), limits.taskPollMs);
    return () => clearInterval(timer);
  }, [isWaiting, reload]);
}
