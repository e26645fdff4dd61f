// The flight sheet of a campaign for paper or PDF: the map with the routes, the sorties, limits and a checklist.
import { useEffect, useEffectEvent, useState } from "react";
import { useAtomValue, useSetAtom, useStore } from "jotai";
import { Printer } from "lucide-react";
import type { FlightCampaign } from "../../domain/flight/campaign/flight-campaign.ts";
import {
  drawnRoutesAtom,
  routeColourAtom,
  routesBoundsAtom,
  sortieColour,
} from "../../state/map/flight-route-view.ts";
import { reasonOf } from "../../state/account/ask.ts";
import { flightSheetRefusalAtom } from "../../state/map/flight-route-edit.ts";
import { savedAreasAtom } from "../../state/map/flight-area.ts";
import { routeChecksAtom } from "../../state/plant/analysis/flight-campaign.ts";
import { photographerAtom, type MapPicture } from "../../state/map/picture.ts";
import { pictureNotesAtom } from "../../state/map/picture-note.ts";
import { shownSecondsAtom } from "../../state/map/flight-time.ts";
import { cameraAtom, flyTo } from "../../state/map/view.ts";
import { formatDate, formatDateTimeIn, formatNumber, t } from "../../state/shell/locale.ts";
import { isLightOnlyAtom } from "../../state/shell/theme.ts";
import { showFailure } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { drawSheet } from "../../ui/sheet/map-sheet.ts";
import { CanvasCopy, PrintedSheet } from "../printed-sheet.tsx";
import { croppedTo } from "../sheet-crop.ts";
import { SheetTables } from "./sheet-tables.tsx";
import { SortiePage } from "./sortie-page.tsx";
import css from "./flight-sheet.module.css";
import { serverTime } from "../../state/shell/server-time.ts";

/** Sorties that the legend of the map names. */
const NAMED = 14;

export function FlightSheet({ campaign }: { campaign: FlightCampaign }) {
  const [isOpen, setOpen] = useState(false);
  const refusal = useAtomValue(flightSheetRefusalAtom);
  return (
    <>
      <Button
        size="sm"
        icon={<Printer size={14} aria-hidden="true" />}
        reason={reasonOf(refusal)}
        onPress={() => setOpen(true)}
      >
        {t("flight-route:sheet.title")}
      </Button>
      {isOpen ? <SheetDialog campaign={campaign} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function SheetDialog({ campaign, onClose }: { campaign: FlightCampaign; onClose: () => void }) {
  const store = useStore();
  const setLight = useSetAtom(isLightOnlyAtom);
  const fly = useSetAtom(flyTo);
  const routes = useAtomValue(drawnRoutesAtom);
  const checks = useAtomValue(routeChecksAtom);
  const areas = useAtomValue(savedAreasAtom);
  const [map, setMap] = useState<HTMLCanvasElement | null>(null);
  const [hasPages, setPages] = useState(true);
  const draw = useEffectEvent((whole: MapPicture) => {
    const [camera, bounds] = [store.get(cameraAtom), store.get(routesBoundsAtom)];
    const picture = camera && bounds ? croppedTo(whole, camera, bounds) : whole;
    const rows = routes.slice(0, NAMED).map((route) => ({
      symbol: "square" as const,
      colour: sortieColour(route),
      name: route.name,
      value: `${formatNumber(route.duration_s / 60, 0)} min`,
    }));
    const more = routes.length - rows.length;
    const sheet = drawSheet(picture, {
      title: `${campaign.plant_name} · ${campaign.name}`,
      subtitle: [
        formatDateTimeIn(campaign.time_zone, campaign.start_at),
        campaign.aircraft,
        ...new Set(routes.map(({ flight_type }) => t(`flight:type.${flight_type}`))),
      ].join(" · "),
      legendTitle: t("flight-route:sorties"),
      rows,
      ramps: [],
      notes: [
        ...store.get(pictureNotesAtom)(whole),
        ...(more > 0 ? [t("flight-route:sheet.more", { count: more })] : []),
        t("flight-route:sheet.arrows"),
        t("print:made", { date: formatDate(serverTime()) }),
      ],
      north: t("print:north"),
      tilted: t("print:tilted"),
      formatLength: (metres) => `${formatNumber(metres)}\u202Fm`,
    });
    setMap(sheet);
  });
  const show = useEffectEvent(() => {
    const bounds = store.get(routesBoundsAtom);
    if (bounds) fly({ bounds }, true);
  });
  useEffect(() => {
    let isClosed = false;
    setLight(true);
    // The sheet names the sorties, so the map shows their colours, and no drone.
    const [colour, seconds] = [store.get(routeColourAtom), store.get(shownSecondsAtom)];
    store.set(routeColourAtom, "sortie");
    store.set(shownSecondsAtom, null);
    show();
    const take = async () => {
      const picture = await store.get(photographerAtom)?.take();
      if (!isClosed && picture) draw(picture);
    };
    take().catch(() => showFailure(t("print:failed")));
    return () => {
      isClosed = true;
      setLight(false);
      store.set(routeColourAtom, colour);
      store.set(shownSecondsAtom, seconds);
    };
  }, [store, setLight]);
  const sheet = map ? (
    <article className={css.sheet} lang={document.documentElement.lang}>
      <CanvasCopy className={css.map} of={map} label={`${campaign.plant_name}, ${campaign.name}`} />
      <SheetTables campaign={campaign} routes={routes} checks={checks} areas={areas} />
      {hasPages
        ? routes.map((route) => (
            <SortiePage
              key={route.id}
              campaign={campaign}
              route={route}
              routes={routes}
              checks={checks}
            />
          ))
        : null}
    </article>
  ) : null;
  return (
    <PrintedSheet
      title={t("flight-route:sheet.title")}
      sheet={sheet}
      onClose={onClose}
      choices={
        <Checkbox isSelected={hasPages} onChange={setPages}>
          {t("flight-route:sheet.pages")}
        </Checkbox>
      }
    />
  );
}
