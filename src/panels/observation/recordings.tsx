// The voice notes and videos of an observation: played where they are, saved, deleted.
import { useEffect, useEffectEvent, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Download, MapPin, Play } from "lucide-react";
import type { Observation, ObservationImage } from "../../domain/observation/observation.ts";
import { recordingKind, recordingsOf } from "../../domain/observation/recording/recording.ts";
import { isWaitingId } from "../../domain/observation/waiting-observation.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import { flyTo } from "../../state/map/view.ts";
import { recordingFile } from "../../state/observation/photo.ts";
import { positionText } from "../../state/plant/component/place-action.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { formatBytes, t } from "../../state/shell/locale.ts";
import { saveBlob } from "../../state/shell/save-file.ts";
import { showFault } from "../../state/shell/toast.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Badge } from "../../ui/feedback.tsx";
import { RecordingPlayer } from "../recording-player.tsx";
import { PhotoMenu } from "./photos.tsx";
import css from "./observation.module.css";

export function Recordings({ one }: { one: Observation }) {
  const recordings = recordingsOf(one.images);
  if (recordings.length === 0) return null;
  return (
    <ul className={css.recordings} aria-label={t("observation:recording.title")}>
      {recordings.map((image) => (
        <Recording key={image.file_id} one={one} image={image} />
      ))}
    </ul>
  );
}

/** A recording is loaded when it is asked for: it can be as large as a hundred small photos. */
function Recording({ one, image }: { one: Observation; image: ObservationImage }) {
  const waits = isWaitingId(image.id);
  const isOffline = useAtomValue(offlineAtom) !== null && !waits;
  const fly = useSetAtom(flyTo);
  const [attempt, setAttempt] = useState(0);
  const [shown, setShown] = useState<{ file: Blob } | { fault: string } | null>(null);
  const load = useEffectEvent((signal: AbortSignal) => recordingFile(one.id, image, signal));
  useEffect(() => {
    if (attempt === 0) return undefined;
    const end = new AbortController();
    load(end.signal).then(
      (file) => {
        if (!end.signal.aborted) setShown({ file });
      },
      (cause: unknown) => {
        if (!end.signal.aborted) setShown({ fault: faultWords(cause).title });
      },
    );
    return () => end.abort();
  }, [attempt]);
  const kind = recordingKind(image);
  const name = image.file_name;
  const reason = isOffline ? t("offline:needs_network") : null;
  const { lon, lat } = image;
  return (
    <li>
      {shown && "file" in shown ? (
        <RecordingPlayer file={shown.file} kind={kind} label={name} />
      ) : (
        <span>
          <Button
            icon={<Play size={16} aria-hidden="true" />}
            reason={reason}
            isPending={attempt > 0 && shown === null}
            onPress={() => {
              setShown(null);
              setAttempt(attempt + 1);
            }}
          >
            {t(`observation:recording.play.${kind}`, { name })}
          </Button>
        </span>
      )}
      {shown && "fault" in shown ? <p role="alert">{shown.fault}</p> : null}
      <span className={css.recordingFoot}>
        <span>
          {name} · {formatBytes(image.bytes)}
        </span>
        {lon === null || lat === null ? null : (
          <Button
            size="sm"
            kind="quiet"
            icon={<MapPin size={14} aria-hidden="true" />}
            onPress={() => fly({ reveal: [lon, lat] })}
          >
            {positionText([lon, lat])}
          </Button>
        )}
        {waits ? (
          <Badge tone="watch">{t("observation:waits")}</Badge>
        ) : (
          <>
            <IconButton
              size="sm"
              label={t("observation:recording.save", { name })}
              isDisabled={isOffline}
              onPress={() =>
                void recordingFile(one.id, image).then((file) => saveBlob(file, name), showFault)
              }
            >
              <Download size={15} aria-hidden="true" />
            </IconButton>
            <PhotoMenu one={one} image={image} />
          </>
        )}
      </span>
    </li>
  );
}
