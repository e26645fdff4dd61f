// What shows that a finding was repaired: the observations with which it was done, with their photos.
import { useAtomValue, useSetAtom } from "jotai";
import type { FindingLife } from "../../domain/finding/finding-life.ts";
import { photosOf } from "../../domain/observation/recording/recording.ts";
import { openPhotoAtom } from "../../state/observation/open-photo.ts";
import { observationsOfAtom } from "../../state/observation/shown.ts";
import { plantClockAtom } from "../../state/plant/plant.ts";
import { t } from "../../state/shell/locale.ts";
import { PhotoView } from "../photo-view.tsx";
import css from "./finding-life.module.css";

export function RepairEvidence({ life: { id, dt_id } }: { life: FindingLife }) {
  const observations = useAtomValue(observationsOfAtom)(dt_id);
  const clock = useAtomValue(plantClockAtom);
  const open = useSetAtom(openPhotoAtom);
  const repairs = observations.filter(({ finished_ids }) => finished_ids.includes(id));
  if (repairs.length === 0) return null;
  return (
    <ul className={css.evidence} aria-label={t("work-order:evidence")}>
      {repairs.map(({ id: observation_id, observed_at, notes, created_by_user, images }) => (
        <li key={observation_id}>
          <span className={css.soft}>
            {[t("work-order:evidence_of", { date: clock.time(observed_at) }), created_by_user]
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
                  onClick={() => open({ observation_id, file_id: image.file_id })}
                >
                  <PhotoView observation_id={observation_id} image={image} size="thumb" alt="" />
                </button>
              ))}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
