// Reads the campaigns of the plant again while one of them waits for its routes.
import { useAtomValue, useSetAtom } from "jotai";
import { limits } from "../../domain/limits.ts";
import {
  flightCampaignsAtom,
  reloadCampaigns,
} from "../../state/plant/analysis/flight-campaign.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { useStayCurrent } from "../stay-current.ts";

export function useCampaignPoll(): void {
  const campaigns = valueOf(useAtomValue(flightCampaignsAtom)) ?? [];
  const isWaiting = campaigns.some(({ state }) => state === "being_generated");
  const reload = useSetAtom(reloadCampaigns);
  useStayCurrent(reload, isWaiting ? limits.taskPollMs : null);
}
