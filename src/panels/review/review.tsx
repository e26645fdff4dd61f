// The queue of flagged findings: accept, move or reject each of them before the results are released.
import { useEffect } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ListChecks } from "lucide-react";
import type { Review } from "../../domain/evaluation/finding-review.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { analysisAtom, analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import {
  reviewAtom,
  reviewedFindingAtom,
  setReviewers,
  stepReview,
} from "../../state/plant/analysis/finding-review.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { registerCommands } from "../../state/shell/shortcut.ts";
import { showFault } from "../../state/shell/toast.ts";
import { EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { Segments } from "../../ui/form/choice.tsx";
import { LoadFault } from "../load-fault.tsx";
import { FindingRow } from "./finding-row.tsx";
import { VerdictBar } from "./verdict-bar.tsx";
import css from "./review.module.css";

export function ReviewQueue() {
  const id = useAtomValue(analysisIdAtom);
  const review = useAtomValue(reviewAtom);
  if (review.state === "failed") return <LoadFault fault={review.fault} />;
  if (review.state === "loading") return <Skeleton label={t("shell:loading")} lines={6} />;
  if (id === null || review.state !== "ready") {
    return (
      <EmptyState
        icon={<ListChecks size={20} aria-hidden="true" />}
        title={t("evaluation:review.no_analysis")}
      />
    );
  }
  if (review.value.findings.length === 0) {
    return (
      <EmptyState
        icon={<ListChecks size={20} aria-hidden="true" />}
        title={t("evaluation:review.none")}
      >
        {t("evaluation:review.none_text")}
      </EmptyState>
    );
  }
  return <Queue review={review.value} />;
}

function Queue({ review }: { review: Review }) {
  const finding = useAtomValue(reviewedFindingAtom);
  const register = useSetAtom(registerCommands);
  const step = useSetAtom(stepReview);
  useEffect(
    () =>
      register(
        ([1, -1] as const).map((by) => ({
          id: by === 1 ? "review-next" : "review-previous",
          name: by === 1 ? "evaluation:review.next" : "evaluation:review.previous",
          group: "evaluation:review.command_group",
          keys: [by === 1 ? "j" : "k"],
          run: () => step(by),
        })),
      ),
    [register, step],
  );
  return (
    <div className={css.panel}>
      <Head review={review} />
      <ol className={css.list} aria-label={t("evaluation:review.title")}>
        {review.findings.map((one) => (
          <FindingRow
            key={one.id}
            finding={one}
            reviewers={review.reviewers}
            isOpen={one.id === finding?.id}
          />
        ))}
      </ol>
      {finding ? (
        <VerdictBar key={finding.id} finding={finding} reviewers={review.reviewers} />
      ) : null}
    </div>
  );
}

function Head({ review: { open, findings, reviewers, kappa, compared } }: { review: Review }) {
  const analysis = useAtomValue(analysisAtom);
  const ask = useAtomValue(askAtom);
  const set = useSetAtom(setReviewers);
  const reason = analysis ? reasonOf(ask("findingReview.setReviewers", analysis)) : null;
  return (
    <header className={css.head}>
      <p className={css.lead}>{t("evaluation:review.lead")}</p>
      <strong role="status">
        {t("evaluation:review.open", {
          open: formatNumber(open),
          all: formatNumber(findings.length),
        })}
      </strong>
      <span className={css.lead} aria-hidden="true">
        {t("evaluation:review.reviewers")}
      </span>
      <Segments
        label={t("evaluation:review.reviewers")}
        value={String(reviewers)}
        options={[
          { id: "1", label: t("evaluation:review.one"), isDisabled: reason !== null },
          { id: "2", label: t("evaluation:review.two"), isDisabled: reason !== null },
        ]}
        onChange={(next) => void set(next === "2" ? 2 : 1).catch(showFault)}
      />
      {kappa === null ? null : (
        <p className={css.lead}>
          {t("evaluation:review.kappa", {
            kappa: formatNumber(kappa, 2),
            count: compared,
          })}
        </p>
      )}
    </header>
  );
}
