// The files of the tray, one line each; only visible lines are rendered.
import { useMemo, useRef } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { useVirtualizer } from "@tanstack/react-virtual";
import { Pause, Play, RotateCcw, X } from "lucide-react";
import { t } from "../../state/shell/locale.ts";
import { isSmallScreenAtom } from "../../state/shell/small-screen.ts";
import { isMoving, isOpen, type Transfer } from "../../state/upload/transfer.ts";
import { transferWords } from "../../state/upload/transfer-words.ts";
import {
  cancelUpload,
  pauseUpload,
  restartUpload,
  resumeUpload,
  transfersAtom,
} from "../../state/upload/upload.ts";
import { IconButton } from "../../ui/button.tsx";
import css from "./upload-tray.module.css";

const ROW_PX = 40;
const TOUCH_ROW_PX = 64;

export function TransferList() {
  const all = useAtomValue(transfersAtom);
  const isNarrow = useAtomValue(isSmallScreenAtom);
  const scroll = useRef<HTMLDivElement>(null);
  // What has arrived goes to the end.
  const rows = useMemo(() => [...all.filter(isOpen), ...all.filter((one) => !isOpen(one))], [all]);
  const rowPx = isNarrow ? TOUCH_ROW_PX : ROW_PX;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
  });
  return (
    <div ref={scroll} className={css.list}>
      <ul aria-label={t("upload:files")} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const transfer = rows[index];
          return transfer ? (
            <li
              key={transfer.key}
              className={css.row}
              data-state={transfer.state}
              style={{ top: start, height: rowPx }}
            >
              <TransferRow transfer={transfer} />
            </li>
          ) : null;
        })}
      </ul>
    </div>
  );
}

function TransferRow({ transfer }: { transfer: Transfer }) {
  const { key, name, analysis_name, state, sent, size } = transfer;
  const pause = useSetAtom(pauseUpload);
  const resume = useSetAtom(resumeUpload);
  const restart = useSetAtom(restartUpload);
  const cancel = useSetAtom(cancelUpload);
  const canStop = isOpen(transfer) && state !== "elsewhere";
  const hasStopped = state === "paused" || state === "failed";
  const words = transferWords(transfer);
  const at = name.lastIndexOf("/") + 1;
  return (
    <>
      <div className={css.about}>
        <span className={css.name} title={name}>
          {at > 0 ? <small>{name.slice(0, at)}</small> : null}
          {name.slice(at)}
        </span>
        <span className={css.note} title={words}>
          {words}
        </span>
        <span className={css.target}>{analysis_name}</span>
      </div>
      <div className={css.verbs}>
        {isMoving(transfer) && state !== "finishing" ? (
          <RowVerb verb={t("upload:pause")} name={name} icon={Pause} run={() => pause(key)} />
        ) : null}
        {hasStopped ? (
          <RowVerb verb={t("upload:continue")} name={name} icon={Play} run={() => resume(key)} />
        ) : null}
        {state === "failed" ? (
          <RowVerb
            verb={t("upload:restart")}
            name={name}
            icon={RotateCcw}
            run={() => restart(key)}
          />
        ) : null}
        {canStop ? (
          <RowVerb verb={t("upload:cancel")} name={name} icon={X} run={() => cancel(key)} />
        ) : null}
      </div>
      {state === "done" ? null : (
        <span className={css.rowBar} style={{ width: `${size ? (sent / size) * 100 : 0}%` }} />
      )}
    </>
  );
}

type RowVerbProps = { verb: string; name: string; icon: typeof Pause; run: () => void };

function RowVerb({ verb, name, icon: Icon, run }: RowVerbProps) {
  return (
    <IconButton
      size="sm"
      placement="left"
      label={t("upload:verb", { verb, name })}
      onPress={() => run()}
    >
      <Icon size={14} aria-hidden="true" />
    </IconButton>
  );
}
