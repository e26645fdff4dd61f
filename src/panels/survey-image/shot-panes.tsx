// The thermal and the visible picture of one look, moved and zoomed together, with the tools of the thermal one.
import { useState } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Maximize, ScanSearch, ZoomIn, ZoomOut } from "lucide-react";
import type { AnnotationKind, AnnotationPixel } from "../../domain/image/annotation.ts";
import type { Look, Picture } from "../../domain/image/look.ts";
import { annotate } from "../../state/plant/image/image-annotation.ts";
import { shownKindAtom } from "../../state/plant/image/look.ts";
import { imagedPlaceAtom } from "../../state/plant/image/survey-image.ts";
import { t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import { Segments } from "../../ui/form/choice.tsx";
import { AnnotationList, AnnotationTools, AnnotationWords, type Drawn } from "./annotations.tsx";
import { ColourBar } from "./colour-bar.tsx";
import { viewOf, zoomed, type Fit, type GroundView, type PaneSize } from "./ground-view.ts";
import { NeighbourNote } from "./neighbour-note.tsx";
import { PicturePane } from "./picture-pane.tsx";
import { ThermalTools } from "./thermal-tools.tsx";
import { useThermometer } from "./use-thermometer.ts";
import css from "./survey-image.module.css";

/** A pane is about this large before it is measured. */
const PANE: PaneSize = { width: 520, height: 400 };
const kinds = ["both", "thermal", "rgb"] as const;

/** Where the spot is that the picture was opened for, else its middle. */
function spotOf({ outline: [spot], width, height }: Picture): AnnotationPixel {
  return spot ? [spot[0], spot[1]] : [width / 2, height / 2];
}

type PanesProps = { look: Look; analysis_id: number; name: string };

export function ShotPanes({ look, analysis_id, name }: PanesProps) {
  const [kind, setKind] = useAtom(shownKindAtom);
  const isPair = look.thermal !== null && look.rgb !== null;
  const all = [look.thermal, look.rgb].filter((one) => one !== null);
  const shown = all.filter((one) => !isPair || kind === "both" || kind === one.kind);
  const [fit, setFit] = useState<Fit>(look.source === "flight" ? "place" : "whole");
  const [chosen, setView] = useState<GroundView | null>(null);
  const [pane, setPane] = useState(PANE);
  const [under, setUnder] = useState<number | null>(null);
  const thermometer = useThermometer(analysis_id, look.thermal);
  const [tool, setTool] = useState<AnnotationKind | null>(null);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const store = useSetAtom(annotate);
  const height_m = useAtomValue(imagedPlaceAtom)?.corners[0]?.[2] ?? 0;
  const outlined = all.find(({ outline }) => outline.length >= 3);
  const first = shown[0]!;
  const view = chosen ?? viewOf(first, fit, pane);
  const count = shown.length;
  const show = (next: Fit) => {
    setFit(next);
    setView(null);
  };
  const save = async ({ picture, kind: drawnKind, points }: Drawn, text: string) => {
    const body = { kind: drawnKind, points: [...points], text, height_m };
    await store({ analysis_id, image_id: picture.id, source: picture.source }, body);
    setDrawn(null);
    setTool(null);
  };
  const buttons = [
    { label: t("survey-image:zoom_in"), Icon: ZoomIn, run: () => setView(zoomed(view, 1.4)) },
    { label: t("survey-image:zoom_out"), Icon: ZoomOut, run: () => setView(zoomed(view, 1 / 1.4)) },
    { label: t("survey-image:zoom_place"), Icon: ScanSearch, run: () => show("place") },
    { label: t("survey-image:zoom_image"), Icon: Maximize, run: () => show("whole") },
  ];
  const isThermalShown = look.thermal !== null && shown.includes(look.thermal);
  const { palette } = thermometer;
  return (
    <>
      {/* No toolbar: its sliders and lists need the arrow keys themselves. */}
      <div className={css.bar} role="group" aria-label={t("survey-image:tools")}>
        <span className={css.buttons}>
          {buttons.map(({ label, Icon, run }) => (
            <IconButton key={label} label={label} onPress={run}>
              <Icon size={16} aria-hidden="true" />
            </IconButton>
          ))}
        </span>
        {isPair ? (
          <Segments
            label={t("component:image_kind")}
            options={kinds.map((id) => ({ id, label: t(`component:image.${id}`) }))}
            value={kind}
            onChange={setKind}
          />
        ) : null}
        <AnnotationTools
          tool={tool}
          onTool={setTool}
          hasOutline={outlined !== undefined}
          onOutline={() =>
            setDrawn(
              outlined
                ? { picture: outlined, kind: "polygon", points: outlined.outline }
                : { picture: first, kind: "text", points: [spotOf(first)] },
            )
          }
        />
        {look.thermal && isThermalShown ? (
          <ThermalTools thermometer={thermometer} picture={look.thermal} />
        ) : null}
      </div>
      {drawn ? (
        <AnnotationWords
          drawn={drawn}
          onSave={(text) => save(drawn, text)}
          onCancel={() => setDrawn(null)}
        />
      ) : null}
      <div className={css.panes} data-count={count}>
        {shown.map((picture) => (
          <PicturePane
            // The pane stays while another look or finding is opened, and keeps the focus.
            key={picture.kind}
            analysis_id={analysis_id}
            picture={picture}
            name={name}
            view={view}
            onView={setView}
            onUnder={setUnder}
            onSize={picture === first ? setPane : null}
            thermometer={picture === look.thermal ? thermometer : null}
            tool={tool}
            onDrawn={(drawnKind, points) => setDrawn({ picture, kind: drawnKind, points })}
          />
        ))}
      </div>
      {palette !== "camera" && isThermalShown && thermometer.isCelsius && thermometer.grid ? (
        <ColourBar palette={palette} range={thermometer.range} temperature={under} />
      ) : null}
      {look.thermal && isThermalShown ? (
        <NeighbourNote thermometer={thermometer} picture={look.thermal} />
      ) : null}
      {all.map((picture) => (
        <AnnotationList key={picture.id} analysis_id={analysis_id} image={picture} />
      ))}
    </>
  );
}
