// The thermal and the visible image of one shot, moved and zoomed together, with the tools of the thermal one.
import { useState } from "react";
import { Maximize, ScanSearch } from "lucide-react";
import type { Shot } from "../../domain/image/survey-image.ts";
import { t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import { viewOf, type GroundView } from "./ground-view.ts";
import { PicturePane } from "./picture-pane.tsx";
import { ThermalTools } from "./thermal-tools.tsx";
import { useThermometer } from "./use-thermometer.ts";
import css from "./survey-image.module.css";

export function ShotPanes({ shot, analysis_id }: { shot: Shot; analysis_id: number }) {
  const images = [shot.thermal, shot.rgb].filter((image) => image !== null);
  const [view, setView] = useState<GroundView>(() => viewOf(images[0]!, false));
  const thermometer = useThermometer(analysis_id, shot.thermal);
  return (
    <>
      <div className={css.bar} role="toolbar" aria-label={t("survey-image:tools")}>
        <IconButton
          label={t("survey-image:zoom_place")}
          onPress={() => setView(viewOf(images[0]!, false))}
        >
          <ScanSearch size={16} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t("survey-image:zoom_image")}
          onPress={() => setView(viewOf(images[0]!, true))}
        >
          <Maximize size={16} aria-hidden="true" />
        </IconButton>
        {shot.thermal?.is_radiometric ? <ThermalTools thermometer={thermometer} /> : null}
      </div>
      <div className={css.panes} data-count={images.length}>
        {images.map((image) => (
          <PicturePane
            key={image.id}
            analysis_id={analysis_id}
            image={image}
            view={view}
            onView={setView}
            thermometer={image === shot.thermal ? thermometer : null}
          />
        ))}
      </div>
    </>
  );
}
