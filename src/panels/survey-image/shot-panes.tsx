// The thermal and the visible image of one shot, moved and zoomed together, with the tools of the thermal one.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Maximize, ScanSearch } from "lucide-react";
import type { AnnotationKind } from "../../domain/image/annotation.ts";
import type { Shot } from "../../domain/image/survey-image.ts";
import { annotate } from "../../state/plant/image/image-annotation.ts";
import { imagedPlaceAtom } from "../../state/plant/image/survey-image.ts";
import { t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import { AnnotationList, AnnotationTools, AnnotationWords, type Drawn } from "./annotations.tsx";
import { viewOf, type GroundView } from "./ground-view.ts";
import { PicturePane } from "./picture-pane.tsx";
import { ThermalTools } from "./thermal-tools.tsx";
import { useThermometer } from "./use-thermometer.ts";
import css from "./survey-image.module.css";

export function ShotPanes({ shot, analysis_id }: { shot: Shot; analysis_id: number }) {
  const images = [shot.thermal, shot.rgb].filter((image) => image !== null);
  const [view, setView] = useState<GroundView>(() => viewOf(images[0]!, false));
  const thermometer = useThermometer(analysis_id, shot.thermal);
  const [tool, setTool] = useState<AnnotationKind | null>(null);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const store = useSetAtom(annotate);
  const height_m = useAtomValue(imagedPlaceAtom)?.corners[0]?.[2] ?? 0;
  const outlined = images.find(({ outline }) => outline.length >= 3);
  const save = async ({ image, kind, points }: Drawn, text: string) => {
    await store({ analysis_id, image_id: image.id }, { kind, points: [...points], text, height_m });
    setDrawn(null);
    setTool(null);
  };
  return (
    <>
      {/* No toolbar: its sliders and lists need the arrow keys themselves. */}
      <div className={css.bar} role="group" aria-label={t("survey-image:tools")}>
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
        <AnnotationTools
          tool={tool}
          onTool={setTool}
          onOutline={() =>
            setDrawn(
              outlined
                ? { image: outlined, kind: "polygon", points: outlined.outline }
                : { image: images[0]!, kind: "text", points: images[0]!.outline.slice(0, 1) },
            )
          }
        />
        {shot.thermal?.is_radiometric ? <ThermalTools thermometer={thermometer} /> : null}
      </div>
      {drawn ? (
        <AnnotationWords
          drawn={drawn}
          onSave={(text) => save(drawn, text)}
          onCancel={() => setDrawn(null)}
        />
      ) : null}
      <div className={css.panes} data-count={images.length}>
        {images.map((image) => (
          <PicturePane
            key={image.id}
            analysis_id={analysis_id}
            image={image}
            view={view}
            onView={setView}
            thermometer={image === shot.thermal ? thermometer : null}
            tool={tool}
            onDrawn={(kind, points) => setDrawn({ image, kind, points })}
          />
        ))}
      </div>
      {images.map((image) => (
        <AnnotationList key={image.id} analysis_id={analysis_id} image={image} />
      ))}
    </>
  );
}
