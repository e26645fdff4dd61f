// The state of the plant over its map: it is missing, or notices say what is missing of it.
import { useEffect } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { mapNoticesAtom } from "../../state/plant/map-notice.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { retryPlant } from "../../state/plant/open-plant.ts";
import { plantAtom, plantBoundsAtom } from "../../state/plant/plant.ts";
import { flyTo } from "../../state/map/view.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/feedback.tsx";
import { Notices } from "./notices.tsx";
import css from "./plant.module.css";

export function PlantState() {
  const plant = useAtomValue(plantAtom);
  const retry = useSetAtom(retryPlant);
  useSite();
  if (plant.state !== "failed" || plant.fault.code === "DISCONNECT") return <Notices />;
  // Where the plant is missing, the app shows a page in place of the map.
  const { title, details } = faultWords(plant.fault);
  return (
    <div className={css.cover}>
      <ErrorState
        title={title}
        details={details}
        actions={
          <Button kind="primary" onPress={() => void retry()}>
            {t("shell:retry")}
          </Button>
        }
      />
    </div>
  );
}

/** Zoom level that shows the surroundings of a site. */
const SITE_ZOOM = 12;

/** Without a twin the map shows the plant's area, or where it lies. */
function useSite(): void {
  const isMissing = useAtomValue(mapNoticesAtom).includes("no_twin");
  const plant = valueOf(useAtomValue(plantAtom));
  const bounds = useAtomValue(plantBoundsAtom);
  const fly = useSetAtom(flyTo);
  useEffect(() => {
    if (!plant || !isMissing) return;
    const centre = [plant.lon, plant.lat] as const;
    if (bounds) fly({ bounds }, true);
    else fly({ camera: { centre, zoom: SITE_ZOOM, bearing: 0, pitch: 0 } }, true);
  }, [plant, isMissing, bounds, fly]);
}
