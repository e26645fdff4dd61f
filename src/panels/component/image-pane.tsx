// One image of the full-size view, with its kind, its time and its download.
import { Download } from "lucide-react";
import type { ResultImage } from "../../domain/analysis/analysis-result.ts";
import { imageUrl } from "../../state/plant/image/image.ts";
import { formatDateTime, t } from "../../state/shell/locale.ts";
import { saveFrom } from "../../state/shell/save-file.ts";
import { showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { ImageView } from "./image-view.tsx";
import type { Thermometer } from "./use-thermal.ts";
import { ZoomPane, type Zoom } from "../../ui/zoom-pane.tsx";
import css from "./lightbox.module.css";

type ImagePaneProps = {
  analysis_id: number;
  image: ResultImage;
  name: string;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  /** Null for a visible image. */
  thermometer: Thermometer | null;
};

export function ImagePane(props: ImagePaneProps) {
  const { analysis_id, image, name, zoom, onZoom, thermometer } = props;
  const kind = t(`component:image.${image.kind}`);
  const save = () =>
    void imageUrl(analysis_id, image.id, "full").then(
      (url) => saveFrom(url, image.file_name),
      showFault,
    );
  return (
    <figure className={css.figure}>
      <ZoomPane zoom={zoom} onZoom={onZoom} label={kind}>
        <ImageView
          key={image.id}
          analysis_id={analysis_id}
          image={image}
          size="full"
          name={name}
          fits
          {...(thermometer
            ? {
                recolour: thermometer.isReadable
                  ? { palette: thermometer.palette, range: thermometer.range }
                  : null,
                onReadable: thermometer.setReadable,
                onTemperature: thermometer.setTemperature,
              }
            : {})}
        />
      </ZoomPane>
      <figcaption className={css.caption}>
        <span>
          {kind}
          {image.taken_at ? ` · ${formatDateTime(image.taken_at)}` : ""}
        </span>
        <Button
          size="sm"
          kind="quiet"
          icon={<Download size={14} aria-hidden="true" />}
          aria-label={t("component:download_image", { kind })}
          onPress={save}
        >
          {t("component:download")}
        </Button>
      </figcaption>
    </figure>
  );
}
