// What is wrong with the component: how that stands, who repairs it by when, what was said and done.
import { useMemo, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ChevronDown, ChevronRight, Trash2, Undo2 } from "lucide-react";
import { listedKey, type ListedFinding } from "../../domain/finding/finding-list.ts";
import type { FindingComment, FindingStep } from "../../domain/finding/finding-life.ts";
import { messageParts } from "../../domain/finding/mention.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { componentFindingsAtom } from "../../state/plant/finding/component.ts";
import {
  historyOf,
  removeFindingComment,
  undoFindingStep,
} from "../../state/plant/finding/life.ts";
import { isJudged } from "../../state/plant/finding/verdict-images.ts";
import { changeWords, faultName } from "../../state/plant/finding/words.ts";
import { formatDateTime, formatNumber, t } from "../../state/shell/locale.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { ConfirmDialog } from "../../ui/record-panel.tsx";
import { CopyId } from "../copy-id.tsx";
import { FindingActions } from "../finding-life/actions.tsx";
import { FindingFacts } from "../finding-life/facts.tsx";
import { LoadFault } from "../load-fault.tsx";
import { OrdersOfFinding } from "../work-order/order-button.tsx";
import { usePending } from "../pending.ts";
import { CommentForm } from "./comment-form.tsx";
import { AddPhoto, FindingPhotos } from "./finding-photos.tsx";
import { VerdictEvidence } from "./verdict-images.tsx";
import css from "./finding-life.module.css";

export function FindingLives() {
  const findings = useAtomValue(componentFindingsAtom);
  if (findings.length === 0) return null;
  return (
    <section className={css.block} aria-label={t("finding:card")}>
      {findings.map((finding) => (
        <OneFinding key={listedKey(finding)} finding={finding} />
      ))}
    </section>
  );
}

function OneFinding({ finding }: { finding: ListedFinding }) {
  const [isOpen, setOpen] = useState(false);
  const { life, isShown } = finding;
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <div className={css.finding}>
      <h3>
        {faultName(finding)}
        {isShown ? null : <small> · {t("finding:not_shown")}</small>}
      </h3>
      <FindingFacts finding={finding} />
      {life?.reason ? <p className={css.soft}>{life.reason}</p> : null}
      {life ? (
        <CopyId id={String(life.id)} shown={`${t("work-order:finding_id")} ${life.id}`} />
      ) : null}
      {life ? <OrdersOfFinding life_id={life.id} /> : null}
      <FindingPhotos finding={finding} />
      {life && isJudged(life) ? <VerdictEvidence life={life} /> : null}
      <div className={css.acts}>
        <FindingActions findings={[finding]} />
        <AddPhoto finding={finding} />
        <Button
          size="sm"
          kind="quiet"
          icon={<Icon size={14} aria-hidden="true" />}
          aria-expanded={isOpen}
          onPress={() => setOpen(!isOpen)}
        >
          {t("finding:history")}
          {life && life.comments > 0 ? ` (${formatNumber(life.comments)})` : ""}
        </Button>
      </div>
      {isOpen ? (
        <>
          <CommentForm finding={finding} />
          {life ? (
            <History life_id={life.id} />
          ) : (
            <p className={css.soft}>{t("finding:no_history")}</p>
          )}
        </>
      ) : null}
    </div>
  );
}

type Line =
  | { readonly at: string; readonly step: FindingStep }
  | { readonly at: string; readonly comment: FindingComment };

function History({ life_id }: { life_id: number }) {
  const history = useAtomValue(useMemo(() => historyOf(life_id), [life_id]));
  if (history.state === "failed") return <LoadFault fault={history.fault} isSmall />;
  if (history.state !== "ready") return <Skeleton label={t("shell:loading")} lines={2} />;
  const { steps, comments } = history.value;
  const lines: Line[] = [
    ...steps.map((step) => ({ at: step.created_at, step })),
    ...comments.map((comment) => ({ at: comment.created_at, comment })),
  ].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  if (lines.length === 0) return <p className={css.soft}>{t("finding:no_history")}</p>;
  return (
    <ol className={css.history} aria-label={t("finding:history")}>
      {lines.map((line) =>
        "step" in line ? (
          <Step key={`step ${line.step.id}`} step={line.step} />
        ) : (
          <Comment key={`comment ${line.comment.id}`} comment={line.comment} />
        ),
      )}
    </ol>
  );
}

const userOf = (name: string | null) => name ?? t("finding:unknown_user");

function Step({ step }: { step: FindingStep }) {
  const { changes, kind, count, undone_at, withdrawn_at, user_name, analysis_name, created_at } =
    step;
  const ask = useAtomValue(askAtom);
  const undo = useSetAtom(undoFindingStep);
  const [isPending, whilePending] = usePending();
  const fields = changes.map(({ field }) => field);
  const refusal = ask("findingLife.undo", { ...step, fields });
  const survey =
    analysis_name === null
      ? t("finding:step_unknown_survey")
      : t("finding:step_survey", { name: analysis_name });
  const user = kind === "survey" ? survey : userOf(user_name);
  const [isAsked, setAsked] = useState(false);
  const run = async () => {
    setAsked(false);
    await undo(step.id);
    showDone(t("finding:undone"));
  };
  const n = formatNumber(count);
  const by = t("finding:step_by", { user, date: formatDateTime(created_at) });
  return (
    <li data-undone={undone_at !== null}>
      <div>
        {changes.map((change) => (
          <span key={change.field} className={css.change}>
            {changeWords(change)}
          </span>
        ))}
        <small>
          {kind === "import" ? `${t("work-order:imported")} · ${by}` : by}
          {count > 1 ? ` · ${t("finding:step_of", { n: formatNumber(count) })}` : ""}
        </small>
        {withdrawn_at ? (
          <small>{t("finding:step_withdrawn", { date: formatDateTime(withdrawn_at) })}</small>
        ) : null}
        {undone_at === null ? null : (
          <small>
            {t("finding:undone_by", {
              user: userOf(step.undone_by),
              date: formatDateTime(undone_at),
            })}
          </small>
        )}
      </div>
      {undone_at !== null || refusal?.isHidden ? null : (
        <IconButton
          size="sm"
          label={t("finding:undo")}
          reason={reasonOf(refusal)}
          isDisabled={isPending}
          onPress={() => (count > 1 ? setAsked(true) : void whilePending(run))}
        >
          <Undo2 size={14} aria-hidden="true" />
        </IconButton>
      )}
      {isAsked ? (
        <ConfirmDialog
          title={t("finding:undo_many.title", { n })}
          confirmLabel={t("finding:undo_many.action", { n })}
          cancel={t("shell:cancel")}
          closeLabel={t("shell:close")}
          onConfirm={() => void whilePending(run)}
          onClose={() => setAsked(false)}
        >
          {t("finding:undo_many.text", { n })}
        </ConfirmDialog>
      ) : null}
    </li>
  );
}

function Comment({ comment }: { comment: FindingComment }) {
  const ask = useAtomValue(askAtom);
  const remove = useSetAtom(removeFindingComment);
  const [isPending, whilePending] = usePending();
  const refusal = ask("findingLife.removeComment", comment);
  const run = async () => {
    await remove(comment.id);
    showDone(t("finding:comment_removed"));
  };
  return (
    <li>
      <div>
        <Message comment={comment} />
        <small>
          {t("finding:step_by", {
            user: userOf(comment.user_name),
            date: formatDateTime(comment.created_at),
          })}
        </small>
      </div>
      {refusal ? null : (
        <IconButton
          size="sm"
          label={t("finding:remove_comment")}
          isDisabled={isPending}
          onPress={() => void whilePending(run)}
        >
          <Trash2 size={14} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}

/** The text of a comment, with the present names of those whom it mentions. */
function Message({ comment: { message, mentions } }: { comment: FindingComment }) {
  const names = new Map(mentions.map(({ user_id, name }) => [user_id, name]));
  const parts = messageParts(message, new Set(names.keys()));
  return (
    <p className={css.comment}>
      {parts.map((part, at) =>
        "text" in part ? (
          part.text
        ) : (
          // The parts of a comment never change places.
          <span key={at} className={css.mention}>
            @{userOf(names.get(part.user_id) ?? null)}
          </span>
        ),
      )}
    </p>
  );
}
