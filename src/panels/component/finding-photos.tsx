// Photos and notes of people at a finding: of its repair, about itself, and photos of its component.
import { useAtomValue, useSetAtom } from "jotai";
import { Camera } from "lucide-react";
import type { ListedFinding } from "../../domain/finding/finding-list.ts";
import { photosOfFinding, type PhotoKind } from "../../domain/finding/finding-photo.ts";
import { photosOf } from "../../domain/observation/recording/recording.ts";
import { askAtom } from "../../state/account/ask.ts";
import { startObservation } from "../../state/observation/open.ts";
import { openPhotoAtom } from "../../state/observation/open-photo.ts";
import { observationsOfAtom } from "../../state/observation/shown.ts";
import { openComponentAtom } from "../../state/plant/component/component.ts";
import { plantClockAtom } from "../../state/plant/plant.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { PhotoView } from "../photo-view.tsx";
import css from "./finding-life.module.css";

const words: Readonly<Record<PhotoKind, string>> = {
  repair: "work-order:evidence_of",
  finding: "finding:photos.about",
  component: "finding:photos.at_component",
};

export function FindingPhotos({ finding }: { finding: ListedFinding }) {
  const dt_id = useAtomValue(openComponentAtom)?.dt_id ?? "";
  const observations = useAtomValue(observationsOfAtom)(dt_id);
  const clock = useAtomValue(plantClockAtom);
  const open = useSetAtom(openPhotoAtom);
  const shown = photosOfFinding(finding, observations);
  if (shown.length === 0) return null;
  return (
    <ul className={css.evidence} aria-label={t("finding:photos.title")}>
      {shown.map(({ kind, of: { id, observed_at, notes, created_by_user, images } }) => (
        <li key={id}>
          <span className={css.soft}>
            {[t(words[kind], { date: clock.time(observed_at) }), created_by_user]
              .filter(Boolean)
              .join(" · ")}
          </span>
          {notes === "" ? null : <p>{notes}</p>}
          {photosOf(images).length === 0 ? null : (
            <span className={css.photos}>
              {photosOf(images).map((image) => (
                <button
                  key={image.id}
                  type="button"
                  aria-label={t("observation:open_photo", { name: image.file_name })}
                  onClick={() => open({ observation_id: id, file_id: image.file_id })}
                >
                  <PhotoView observation_id={id} image={image} size="thumb" alt="" />
                </button>
              ))}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Adds an observation that names the finding; nothing for who may not write one. */
export function AddPhoto({
  finding: { component_type, row, fault_type },
}: {
  finding: ListedFinding;
}) {
  const mayCreate = useAtomValue(askAtom)("observation.create") === null;
  const start = useSetAtom(startObservation);
  if (!mayCreate || row === null) return null;
  return (
    <Button
      size="sm"
      kind="quiet"
      icon={<Camera size={14} aria-hidden="true" />}
      onPress={() => start({ component_type, row }, "", fault_type)}
    >
      {t("finding:photos.add")}
    </Button>
  );
}
