// The voice notes and videos of a form: recorded here, or chosen as files.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Mic, Square, Video, X } from "lucide-react";
import { limits } from "../domain/limits.ts";
import type { Observation } from "../domain/observation/observation.ts";
import {
  longestSeconds,
  recordingCountRefusal,
  recordingKind,
  recordingKinds,
  recordingsOf,
  type RecordingKind,
} from "../domain/observation/recording/recording.ts";
import { newPhoto } from "../state/observation/photo.ts";
import {
  checkedRecording,
  startRecorder,
  type Recorder,
  type RecorderFault,
} from "../state/observation/recorder.ts";
import type { NewPhoto } from "../state/observation/source.ts";
import { problemWords } from "../state/shell/fault.ts";
import { formatBytes, formatDuration, formatNumber, t } from "../state/shell/locale.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { FileDrop } from "../ui/form/file-drop.tsx";
import { Notice } from "../ui/notice.tsx";
import { RecordingPlayer } from "./recording-player.tsx";
import css from "./recording-field.module.css";

type RecordingFieldProps = {
  one: Observation | null;
  /** Recordings that will be sent. */
  files: readonly NewPhoto[];
  /** How many other files the observation has or gets. */
  others: number;
  onFiles: (files: readonly NewPhoto[]) => void;
  /** Called when a recording begins and when it ends. */
  onRecording: (isRecording: boolean) => void;
  /** Why the form was not saved, as long as something is recorded. */
  error: string | null;
};

type Live = { readonly kind: RecordingKind; readonly stream: MediaStream | null };

export function RecordingField(props: RecordingFieldProps) {
  const { one, files, others, onFiles, onRecording, error } = props;
  const [live, setLive] = useState<Live | null>(null);
  const [seconds, setSeconds] = useState(0);
  const [fault, setFault] = useState<RecorderFault | null>(null);
  const [words, setWords] = useState<readonly string[]>([]);
  const recorder = useRef<Recorder | null>(null);
  const latest = useRef(files);
  useLayoutEffect(() => {
    latest.current = files;
  }, [files]);
  // A form that is closed lets go of the microphone.
  useEffect(() => () => recorder.current?.cancel(), []);
  const stored = recordingsOf(one?.images ?? []).length;
  const isFull =
    stored + files.length >= limits.observationRecordings ||
    others + stored + files.length >= limits.observationImages;
  const reason = isFull
    ? t("observation:recording.full", {
        most: formatNumber(limits.observationRecordings),
        files: formatNumber(limits.observationImages),
      })
    : null;
  const keep = (next: readonly NewPhoto[]) => {
    // The next file may come before this one is shown.
    latest.current = next;
    onFiles(next);
  };
  const add = async (chosen: readonly File[], said: readonly string[] = []) => {
    const refused = [...said];
    for (const file of chosen) {
      const checked = await checkedRecording(file);
      const full = recordingCountRefusal(stored + latest.current.length + 1);
      if ("problem" in checked) refused.push(problemWords(checked.problem));
      else if (full) refused.push(problemWords({ ...full, file: file.name }));
      else keep([...latest.current, newPhoto(checked.file)]);
    }
    setWords(refused);
  };
  const end = () => {
    recorder.current = null;
    setLive(null);
    onRecording(false);
  };
  const record = (kind: RecordingKind) => {
    setFault(null);
    setWords([]);
    setSeconds(0);
    setLive({ kind, stream: null });
    onRecording(true);
    recorder.current = startRecorder(kind, {
      onStart: (stream) => setLive({ kind, stream }),
      onSeconds: setSeconds,
      onFault: (cause) => {
        end();
        setFault(cause);
      },
      onEnd: (recorded, why) => {
        end();
        const ending = recorded.type.split(/[/;]/)[1] ?? "webm";
        const names = [
          ...(one?.images ?? []).map(({ file_name }) => file_name),
          ...latest.current.map(({ file }) => file.name),
        ];
        const name = `${freeName(kind, stored + latest.current.length + 1, names)}.${ending}`;
        const said = why === "stopped" ? [] : [t(`observation:recording.end.${why}`)];
        void add([new File([recorded], name, { type: recorded.type })], said);
      },
    });
  };
  return (
    <section
      className={css.field}
      aria-label={t("observation:recording.title")}
      {...(error ? { "data-invalid": true } : {})}
    >
      <h3>{t("observation:recording.title")}</h3>
      {live ? (
        <LiveRecording
          {...live}
          seconds={seconds}
          error={error}
          onStop={() => recorder.current?.stop()}
          onDrop={() => {
            recorder.current?.cancel();
            end();
          }}
        />
      ) : (
        <>
          <div className={css.acts}>
            <Button
              icon={<Mic size={16} aria-hidden="true" />}
              reason={reason}
              onPress={() => record("voice")}
            >
              {t("observation:recording.record_voice")}
            </Button>
            <Button
              icon={<Video size={16} aria-hidden="true" />}
              reason={reason}
              onPress={() => record("video")}
            >
              {t("observation:recording.record_video")}
            </Button>
          </div>
          <FileDrop
            label={t("observation:recording.drop")}
            buttonLabel={t("observation:recording.choose")}
            hint={t("observation:recording.limit", {
              voice: formatDuration(limits.voiceSeconds),
              video: formatDuration(limits.videoSeconds),
              size: formatBytes(limits.recordingBytes),
              most: formatNumber(limits.observationRecordings),
            })}
            accept={["audio/*", "video/*"]}
            isDisabled={isFull}
            onFiles={(chosen) => void add(chosen)}
          />
        </>
      )}
      {fault ? (
        <Notice tone="watch" title={t(`observation:recording.fault.${fault}.title`)}>
          {t(`observation:recording.fault.${fault}.text`)}
        </Notice>
      ) : null}
      {words.length > 0 ? (
        <Notice tone="watch">
          {words.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Notice>
      ) : null}
      {files.length > 0 ? (
        <ul className={css.list}>
          {files.map((recording) => (
            <Chosen
              key={recording.file_id}
              file={recording.file}
              onDrop={() => keep(latest.current.filter((other) => other !== recording))}
            />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** "Voice note 3", with the first number from `from` on that no recording has, of either kind. */
function freeName(kind: RecordingKind, from: number, names: readonly string[]): string {
  const nameOf = (of: RecordingKind, n: number) =>
    t(`observation:recording.name.${of}`, { n: formatNumber(n) });
  const isTaken = (n: number) =>
    recordingKinds.some((of) => names.some((name) => name.startsWith(`${nameOf(of, n)}.`)));
  let n = from;
  while (isTaken(n)) n += 1;
  return nameOf(kind, n);
}

type LiveProps = Live & {
  readonly seconds: number;
  readonly error: string | null;
  readonly onStop: () => void;
  readonly onDrop: () => void;
};

function LiveRecording({ kind, stream, seconds, error, onStop, onDrop }: LiveProps) {
  const video = useRef<HTMLVideoElement>(null);
  const stop = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (video.current && stream) video.current.srcObject = stream;
    // The button that was pressed is gone.
    if (stream) stop.current?.querySelector("button")?.focus();
  }, [stream]);
  const clock = (value: number) =>
    `${Math.floor(value / 60)}:${String(Math.floor(value % 60)).padStart(2, "0")}`;
  return (
    <div className={css.live} ref={stop}>
      <output>
        {stream ? <span className={css.dot} aria-hidden="true" /> : null}
        {t(stream ? "observation:recording.runs" : "observation:recording.asks")}
      </output>
      {stream ? (
        <span className={css.time} role="timer">
          {t("observation:recording.time", {
            now: clock(seconds),
            of: clock(longestSeconds(kind)),
          })}
        </span>
      ) : null}
      {kind === "video" ? (
        <video
          ref={video}
          className={css.video}
          muted
          autoPlay
          playsInline
          aria-label={t("observation:recording.picture")}
        />
      ) : null}
      {error ? <p role="alert">{error}</p> : null}
      <div className={css.acts}>
        {stream ? (
          <Button kind="primary" icon={<Square size={14} aria-hidden="true" />} onPress={onStop}>
            {t("observation:recording.stop")}
          </Button>
        ) : null}
        <Button onPress={onDrop}>{t("observation:recording.discard")}</Button>
      </div>
    </div>
  );
}

function Chosen({ file, onDrop }: { file: File; onDrop: () => void }) {
  return (
    <li>
      <RecordingPlayer
        file={file}
        kind={recordingKind({ content_type: file.type })}
        label={file.name}
      />
      <span className={css.foot}>
        <span>{file.name}</span>
        <small>{formatBytes(file.size)}</small>
        <IconButton
          size="sm"
          label={t("observation:drop_photo", { name: file.name })}
          onPress={onDrop}
        >
          <X size={14} aria-hidden="true" />
        </IconButton>
      </span>
    </li>
  );
}
