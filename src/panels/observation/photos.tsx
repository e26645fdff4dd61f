// The photos of an observation, each opened in full size, moved or deleted.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Ellipsis, MoveRight, Trash2 } from "lucide-react";
import type { Observation, ObservationImage } from "../../domain/observation/observation.ts";
import { isRecording, photosOf } from "../../domain/observation/recording/recording.ts";
import { isWaitingId } from "../../domain/observation/waiting-observation.ts";
import { askAtom } from "../../state/account/ask.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import { movePhoto, removePhoto } from "../../state/observation/photo-place.ts";
import { observationsOfAtom } from "../../state/observation/shown.ts";
import { openPhotoAtom } from "../../state/observation/open-photo.ts";
import { farWords } from "../../state/observation/words.ts";
import { plantAtom, plantClockAtom } from "../../state/plant/plant.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { IconButton } from "../../ui/button.tsx";
import { Badge } from "../../ui/feedback.tsx";
import { Menu, type MenuEntry } from "../../ui/overlay.tsx";
import { ConfirmDialog } from "../../ui/record-panel.tsx";
import { PhotoView } from "../photo-view.tsx";
import css from "./observation.module.css";

export function Photos({ one }: { one: Observation }) {
  const photos = photosOf(one.images);
  if (photos.length === 0) return null;
  return (
    <ul className={css.photos} aria-label={t("observation:photos")}>
      {photos.map((image) => (
        <Photo key={image.id} one={one} image={image} />
      ))}
    </ul>
  );
}

function Photo({ one, image }: { one: Observation; image: ObservationImage }) {
  const open = useSetAtom(openPhotoAtom);
  const clock = useAtomValue(plantClockAtom);
  const far = farWords(valueOf(useAtomValue(plantAtom)), image);
  const when = clock.time(image.taken_at ?? one.observed_at);
  return (
    <li>
      <button
        type="button"
        className={css.photo}
        aria-label={t("observation:open_photo", { name: image.file_name })}
        onClick={() => open({ observation_id: one.id, file_id: image.file_id })}
      >
        <PhotoView observation_id={one.id} image={image} size="thumb" alt="" />
      </button>
      <span className={css.photoFoot}>
        <small>{when}</small>
        {far ? <small className={css.far}>{far}</small> : null}
        {isWaitingId(image.id) ? (
          <Badge tone="watch">{t("observation:waits")}</Badge>
        ) : (
          <PhotoMenu one={one} image={image} />
        )}
      </span>
    </li>
  );
}

/** The entries of moving: at most this many other observations of the component. */
const MOST_TARGETS = 8;

/** What can be done with a stored photo or recording. */
export function PhotoMenu({ one, image }: { one: Observation; image: ObservationImage }) {
  const kind = isRecording(image) ? "recording" : "photo";
  const ask = useAtomValue(askAtom);
  const clock = useAtomValue(plantClockAtom);
  const move = useSetAtom(movePhoto);
  const remove = useSetAtom(removePhoto);
  const [isAsking, setAsking] = useState(false);
  const others = useAtomValue(observationsOfAtom)(one.fieldgeometry_component.dt_id);
  const run = (change: Promise<void>, words: string) =>
    void change.then(() => showDone(words), showFault);
  // The server moves and deletes photos; nothing of it waits on this device.
  const isOffline = useAtomValue(offlineAtom) !== null;
  const offline = isOffline ? { isDisabled: true, hint: t("offline:needs_network") } : {};
  const entries: MenuEntry[] = [];
  if (ask("observationImage.move") === null) {
    for (const other of others
      .filter(({ id }) => id !== one.id && !isWaitingId(id))
      .slice(0, MOST_TARGETS)) {
      const at = clock.time(other.observed_at);
      entries.push({
        id: `move-${other.id}`,
        label: t("observation:move_photo", { at }),
        icon: <MoveRight size={15} aria-hidden="true" />,
        ...offline,
        run: () => run(move(one, image.id, other.id), t(`observation:file.${kind}.moved`)),
      });
    }
  }
  if (ask("observationImage.remove") === null) {
    entries.push({
      id: "remove",
      label: t(`observation:file.${kind}.delete`),
      tone: "danger",
      icon: <Trash2 size={15} aria-hidden="true" />,
      ...offline,
      run: () => setAsking(true),
    });
  }
  if (entries.length === 0) return null;
  const name = image.file_name;
  const label = t(`observation:file.${kind}.acts`, { name });
  return (
    <>
      <Menu label={label} groups={[{ entries }]}>
        <IconButton label={label} size="sm">
          <Ellipsis size={15} aria-hidden="true" />
        </IconButton>
      </Menu>
      {isAsking ? (
        <ConfirmDialog
          title={t(`observation:file.${kind}.delete`)}
          confirmLabel={t(`observation:file.${kind}.delete`)}
          cancel={t("shell:cancel")}
          closeLabel={t("shell:close")}
          onConfirm={() => {
            setAsking(false);
            run(remove(one, image.id), t(`observation:file.${kind}.deleted`));
          }}
          onClose={() => setAsking(false)}
        >
          {t(`observation:file.${kind}.delete_text`, { name })}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
