// Flight planning beside the map: where the drone may fly, and the campaigns.
import { useEffect, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { askAtom } from "../../state/account/ask.ts";
import { showFlightLayers } from "../../state/map/flight-area-edit.ts";
import { layerEntriesAtom } from "../../state/map/layer.ts";
import { plantAtom } from "../../state/plant/plant.ts";
import { t } from "../../state/shell/locale.ts";
import { Skeleton } from "../../ui/feedback.tsx";
import { LoadFault } from "../load-fault.tsx";
import { Segments } from "../../ui/form/choice.tsx";
import { useLeavePanel } from "../unsaved.ts";
import { Areas } from "./areas.tsx";
import { Campaigns } from "./campaigns.tsx";
import css from "./flight.module.css";

const layers = ["flight_areas", "no_fly_areas", "obstacles"] as const;

export function FlightPlanning() {
  const plant = useAtomValue(plantAtom);
  const [tab, setTab] = useState<"areas" | "campaigns">("areas");
  const mayRead = useAtomValue(askAtom)("flightCampaign.list") === null;
  const show = useSetAtom(showFlightLayers);
  const leave = useLeavePanel();
  // The map fills the list of layers after the panel is there.
  const isListed = useAtomValue(layerEntriesAtom).length > 0;
  useEffect(() => {
    if (isListed) show(layers);
  }, [show, isListed]);
  if (plant.state === "failed") return <LoadFault fault={plant.fault} />;
  if (plant.state !== "ready") return <Skeleton label={t("shell:loading")} lines={6} />;
  return (
    <div className={css.panel}>
      {mayRead ? (
        <Segments
          label={t("flight:tabs")}
          value={tab}
          onChange={(next) => leave(() => setTab(next))}
          options={[
            { id: "areas", label: t("flight:tab.areas") },
            { id: "campaigns", label: t("flight:tab.campaigns") },
          ]}
        />
      ) : null}
      {mayRead && tab === "campaigns" ? <Campaigns /> : <Areas />}
    </div>
  );
}
