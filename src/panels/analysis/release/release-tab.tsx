// The release of an analysis: its notes, the e-mails about it, and what newer analyses take from it.
import { useRef } from "react";
import { useAtomValue } from "jotai";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import { askAtom, reasonOf } from "../../../state/account/ask.ts";
import { t } from "../../../state/shell/locale.ts";
import { Button } from "../../../ui/button.tsx";
import { Badge } from "../../../ui/feedback.tsx";
import { useLostFocus } from "../../../ui/lost-focus.ts";
import { useVisibility, visibilityTones } from "../../release/visibility.tsx";
import { Holder } from "./holder.tsx";
import { Mails } from "./mails.tsx";
import { Notes } from "./notes.tsx";
import css from "./release.module.css";

export function ReleaseTab({ analysis }: { analysis: Analysis }) {
  const ask = useAtomValue(askAtom);
  const isAllowed = (call: "releaseMail.listUsers" | "releaseMail.readNotes" | "unmeasured.read") =>
    ask(call) === null;
  return (
    <div className={css.tab}>
      <VisibilityLine analysis={analysis} />
      {isAllowed("releaseMail.readNotes") ? <Notes id={analysis.id} /> : null}
      {isAllowed("releaseMail.listUsers") ? <Mails analysis={analysis} /> : null}
      {isAllowed("unmeasured.read") ? <Holder analysis={analysis} /> : null}
    </div>
  );
}

/** Who sees the results, and the changes of that. */
function VisibilityLine({ analysis }: { analysis: Analysis }) {
  const { choices, question } = useVisibility(analysis);
  const frame = useRef<HTMLDivElement>(null);
  useLostFocus(frame, analysis.visibility);
  const reasons = new Set(choices.map(({ refusal }) => reasonOf(refusal)).filter((one) => one));
  return (
    <div ref={frame} className={css.section} tabIndex={-1}>
      <p>
        <Badge tone={visibilityTones[analysis.visibility]}>
          {t(`analyses:visibility.${analysis.visibility}`)}
        </Badge>
      </p>
      <div className={css.acts}>
        {choices.map(({ visibility, label, icon: Icon, refusal, run }) => (
          <Button
            key={visibility}
            kind={visibility === "released" ? "primary" : "secondary"}
            reason={reasonOf(refusal)}
            icon={<Icon size={14} aria-hidden="true" />}
            onPress={run}
          >
            {label}
          </Button>
        ))}
      </div>
      {[...reasons].map((reason) => (
        <small key={reason} className={css.soft}>
          {reason}
        </small>
      ))}
      {question}
    </div>
  );
}
