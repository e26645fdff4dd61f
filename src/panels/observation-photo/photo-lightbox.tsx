// A photo as large as the screen, with its time, place and observation. J and K open the next one and the one before.
import { useState } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Crosshair, Download, NotebookPen } from "lucide-react";
import { columnsByIdAtom } from "../../state/observation/observation.ts";
import { openObservation } from "../../state/observation/open.ts";
import {
  openPhotoAtom,
  photoPlaceAtom,
  shownPhotosAtom,
  stepPhoto,
  type ShownPhoto,
} from "../../state/observation/open-photo.ts";
import { photoUrl } from "../../state/observation/photo.ts";
import { observedName, takenWords, valuesWords } from "../../state/observation/words.ts";
import { flyTo } from "../../state/map/view.ts";
import { positionText } from "../../state/plant/component/place-action.ts";
import { componentTypeName } from "../../state/plant/column/value-words.ts";
import { plantClockAtom } from "../../state/plant/plant.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { saveFrom } from "../../state/shell/save-file.ts";
import { singleKeysAtom } from "../../state/shell/shortcut.ts";
import { showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { ZoomPane, type Zoom } from "../../ui/zoom-pane.tsx";
import { ImageSteps } from "../image-steps.tsx";
import { PhotoView } from "../photo-view.tsx";
import css from "./photo-lightbox.module.css";

export function PhotoLightbox() {
  const [open, setOpen] = useAtom(openPhotoAtom);
  const place = useAtomValue(photoPlaceAtom);
  const photo = useAtomValue(shownPhotosAtom)[place];
  const isSingle = useAtomValue(singleKeysAtom);
  const step = useSetAtom(stepPhoto);
  if (!open || !photo) return null;
  const { component_type } = photo.one.fieldgeometry_component;
  return (
    <Dialog
      title={t("observation:photos_of", {
        name: `${componentTypeName(component_type)} ${observedName(photo.one)}`,
      })}
      isOpen
      onClose={() => setOpen(null)}
      closeLabel={t("shell:close")}
      size="full"
      {...(isSingle ? { keys: { j: () => step(1), k: () => step(-1) } } : {})}
    >
      <Shown photo={photo} place={place} />
    </Dialog>
  );
}

const whole: Zoom = { scale: 1, x: 0, y: 0 };

function Shown({ photo: { one, image }, place }: { photo: ShownPhoto; place: number }) {
  const all = useAtomValue(shownPhotosAtom);
  const step = useSetAtom(stepPhoto);
  const close = useSetAtom(openPhotoAtom);
  const fly = useSetAtom(flyTo);
  const [zoomed, setZoomed] = useState({ of: image.id, zoom: whole });
  const zoom = zoomed.of === image.id ? zoomed.zoom : whole;
  const columns = useAtomValue(columnsByIdAtom);
  const clock = useAtomValue(plantClockAtom);
  const show = useSetAtom(openObservation);
  const [shown, setShown] = useState({ of: image.id, isSmall: false });
  const isSmall = shown.of === image.id && shown.isSmall;
  const { lon, lat } = image;
  const position = lon === null || lat === null ? null : ([lon, lat] as const);
  const save = () =>
    void photoUrl(one.id, image, "full").then((url) => saveFrom(url, image.file_name), showFault);
  return (
    <div className={css.lightbox}>
      <div className={css.top}>
        <p className={css.text}>
          {[
            clock.time(one.observed_at),
            one.created_by_user ?? "",
            valuesWords(columns, one),
            one.notes,
          ]
            .filter((text) => text !== "")
            .join(" · ")}
        </p>
        <ImageSteps
          place={place}
          count={all.length}
          placeText={t("observation:photo_place", {
            n: formatNumber(place + 1),
            all: formatNumber(all.length),
          })}
          previousLabel={t("observation:previous_photo")}
          nextLabel={t("observation:next_photo")}
          onStep={step}
        />
      </div>
      <div className={css.pane}>
        <ZoomPane
          zoom={zoom}
          onZoom={(next) => setZoomed({ of: image.id, zoom: next })}
          label={image.file_name}
        >
          <span
            className={css.fitted}
            data-waiting={image.width === 0}
            style={
              image.width === 0
                ? {}
                : {
                    aspectRatio: `${image.width} / ${image.height}`,
                    width: `min(100cqw, ${(100 * image.width) / image.height}cqh)`,
                  }
            }
          >
            <PhotoView
              observation_id={one.id}
              image={image}
              size="full"
              alt={image.file_name}
              onShown={(found) => setShown({ of: image.id, isSmall: found })}
            />
          </span>
        </ZoomPane>
      </div>
      <div className={css.foot}>
        <span>
          {takenWords(clock, one, image)}
          {isSmall ? ` · ${t("shell:small_image")}` : null}
        </span>
        {position ? (
          <Button
            size="sm"
            kind="quiet"
            icon={<Crosshair size={14} aria-hidden="true" />}
            onPress={() => {
              close(null);
              fly({ reveal: position });
            }}
          >
            {positionText(position)}
          </Button>
        ) : (
          <span>{t("observation:no_position")}</span>
        )}
        <span className={css.gap} />
        <Button
          size="sm"
          kind="quiet"
          icon={<NotebookPen size={14} aria-hidden="true" />}
          onPress={() => {
            close(null);
            show(one);
          }}
        >
          {t("observation:show_observation")}
        </Button>
        <Button
          size="sm"
          kind="quiet"
          icon={<Download size={14} aria-hidden="true" />}
          reason={isSmall ? t("offline:needs_network") : null}
          onPress={save}
        >
          {t("component:download")}
        </Button>
      </div>
    </div>
  );
}
