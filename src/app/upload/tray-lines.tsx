// The tray: one line for all files that are being sent, and the list on request.
import { useEffect, useState, type RefObject } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ChevronDown, ChevronUp, Upload } from "lucide-react";
import { t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { meAtom } from "../../state/account/me.ts";
import { otherTabsAtom } from "../../state/upload/other-tab.ts";
import { recallUploads } from "../../state/upload/recall.ts";
import { overallWords } from "../../state/upload/transfer-words.ts";
import { overallAtom } from "../../state/upload/upload.ts";
import { IconButton } from "../../ui/button.tsx";
import { useLostFocus } from "../../ui/lost-focus.ts";
import { ChooseAgain } from "./choose-again.tsx";
import { TransferList } from "./transfer-list.tsx";
import { TrayVerbs } from "./tray-verbs.tsx";
import css from "./upload-tray.module.css";

export function TrayLines({ main }: { main: RefObject<HTMLElement | null> }) {
  const overall = useAtomValue(overallAtom);
  const others = useAtomValue(otherTabsAtom);
  const account_id = valueOf(useAtomValue(meAtom))?.id;
  const recall = useSetAtom(recallUploads);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (account_id !== undefined) void recall(account_id);
  }, [account_id, recall]);
  useLostFocus(main, overall.files);
  if (overall.files === 0 && others === null) return null;
  const share = overall.size === 0 ? 0 : overall.sent / overall.size;
  const isIdle = overall.files === 0;
  const otherShare = Math.floor((others?.share ?? 0) * 100);
  return (
    <section className={css.tray} aria-label={t("upload:tray")}>
      <div className={css.line}>
        <Upload size={16} aria-hidden="true" className={css.mark} />
        <p className={css.words}>
          {isIdle ? null : <span>{overallWords(overall)}</span>}
          {others ? (
            <span className={css.others}>
              {t("upload:other_tab", { count: others.files, share: otherShare })}
            </span>
          ) : null}
        </p>
        {isIdle ? null : (
          <>
            <ChooseAgain />
            <TrayVerbs />
            <IconButton
              size="sm"
              label={t(isOpen ? "upload:collapse" : "upload:expand")}
              aria-expanded={isOpen}
              placement="top"
              onPress={() => setOpen(!isOpen)}
            >
              {isOpen ? (
                <ChevronDown size={16} aria-hidden="true" />
              ) : (
                <ChevronUp size={16} aria-hidden="true" />
              )}
            </IconButton>
          </>
        )}
      </div>
      {isIdle ? null : (
        <div
          className={css.bar}
          role="progressbar"
          aria-label={t("upload:tray")}
          aria-valuenow={Math.floor(share * 100)}
        >
          <span style={{ width: `${share * 100}%` }} />
        </div>
      )}
      {isOpen && !isIdle ? <TransferList /> : null}
    </section>
  );
}
