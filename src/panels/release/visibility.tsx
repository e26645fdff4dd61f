// Who sees the results of an analysis, and the change of that; what a customer would notice is asked first.
import { useState, type ReactNode } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Eye, EyeOff, Lock, ShieldCheck } from "lucide-react";
import { visibilities, type Analysis, type Visibility } from "../../domain/analysis/analysis.ts";
import { askAtom, type Asked } from "../../state/account/ask.ts";
import { setVisibility } from "../../state/settings/analyses.ts";
import { sendReleaseMail } from "../../state/settings/release-mail.ts";
import { t } from "../../state/shell/locale.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import type { Tone } from "../../ui/notice.tsx";
import { ReleaseDialog } from "./release-dialog.tsx";

export const visibilityTones: Record<Visibility, Tone> = {
  not_released: "neutral",
  released: "good",
  invisible: "watch",
  protected: "watch",
};

const icons = { released: Eye, not_released: Lock, invisible: EyeOff, protected: ShieldCheck };

type VisibilityChoice = {
  readonly visibility: Visibility;
  readonly label: string;
  readonly icon: typeof Eye;
  readonly refusal: Asked | null;
  readonly run: () => void;
};

/** The changes that the viewer may know of, and the open question. */
export function useVisibility(analysis: Analysis): {
  choices: readonly VisibilityChoice[];
  question: ReactNode;
} {
  const ask = useAtomValue(askAtom);
  const change = useSetAtom(setVisibility);
  const inform = useSetAtom(sendReleaseMail);
  const [asked, setAsked] = useState<Visibility | null>(null);
  const { id, name } = analysis;
  const set = async (
    visibility: Visibility,
    recipients: readonly number[] = [],
    confirmation?: string,
  ) => {
    setAsked(null);
    try {
      await change(id, visibility, confirmation);
      showDone(t(`analyses:done.${visibility}`, { name }));
      if (recipients.length === 0) return;
      await inform(id, recipients);
      showDone(t("release:mail.done", { count: recipients.length }));
    } catch (cause) {
      showFault(cause);
    }
  };
  const choices = visibilities
    .filter((one) => one !== analysis.visibility)
    .map((visibility) => ({
      visibility,
      label: t(`analyses:act.${visibility}`),
      icon: icons[visibility],
      refusal: ask("analysis.setVisibility", { analysis, visibility }),
      run: () =>
        analysis.visibility === "released" || visibility === "released"
          ? setAsked(visibility)
          : void set(visibility),
    }))
    // Only super admins know of results that only they see.
    .filter(
      ({ visibility, refusal }) =>
        refusal?.isHidden !== true &&
        (visibility !== "protected" || refusal?.reason !== "permission_missing"),
    );
  const question =
    asked === null ? null : (
      <ReleaseDialog
        analysis={analysis}
        visibility={asked}
        onClose={() => setAsked(null)}
        onConfirm={(recipients, confirmation) => void set(asked, recipients, confirmation)}
      />
    );
  return { choices, question };
}
