// The release of an analysis: its notes, the e-mails about it, and what newer analyses take from it.
import { useAtomValue } from "jotai";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import { askAtom } from "../../../state/account/ask.ts";
import { t } from "../../../state/shell/locale.ts";
import { Badge } from "../../../ui/feedback.tsx";
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
      <p>
        <Badge tone={analysis.visibility === "released" ? "good" : "neutral"}>
          {t(`analyses:visibility.${analysis.visibility}`)}
        </Badge>
      </p>
      {isAllowed("releaseMail.readNotes") ? <Notes id={analysis.id} /> : null}
      {isAllowed("releaseMail.listUsers") ? <Mails analysis={analysis} /> : null}
      {isAllowed("unmeasured.read") ? <Holder analysis={analysis} /> : null}
    </div>
  );
}
