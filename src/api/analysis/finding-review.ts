// The review of flagged findings before results are released.
import { z } from "zod";
import { modifyValueRefusal, type Analysis } from "../../domain/analysis/analysis.ts";
import {
  reviewShape,
  verdictRefusal,
  verdictShape,
  type Verdict,
} from "../../domain/evaluation/finding-review.ts";
import { idTextShape } from "../../domain/id.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

const scope = { analysis: "id" } as const;
const permission = "UPDATE_ANALYSIS_RESULT";
const one = idParams.extend({ finding_id: idTextShape });
type Visible = Pick<Analysis, "visibility">;
/** Facts for the rule of a verdict. */
type Judged = {
  readonly analysis: Visible;
  readonly finding: Parameters<typeof verdictRefusal>[0];
  readonly verdict: Verdict;
  readonly reviewers: number;
};

export const findingReviewApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/findings-to-review",
    summary: "The flagged findings, the viewer's verdicts, and how well two reviewers agree.",
    permission,
    scope,
    params: idParams,
    answer: reviewShape,
  }),
  setReviewers: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/finding-reviewers",
    summary: "Sets how many reviewers judge each finding: one, or two who are blind to each other.",
    permission,
    refusal: (viewer, analysis: Visible) => modifyValueRefusal(viewer, analysis),
    scope,
    params: idParams,
    body: z.object({ reviewers: z.union([z.literal(1), z.literal(2)]) }),
    answer: reviewShape,
  }),
  judge: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/finding/{finding_id}/verdict",
    summary:
      "Accepts a finding, moves it to another component, or rejects it. The values follow once the reviewers agree.",
    permission,
    refusal: (viewer, { analysis, finding, verdict, reviewers }: Judged) =>
      modifyValueRefusal(viewer, analysis) ?? verdictRefusal(finding, verdict, reviewers),
    scope,
    params: one,
    body: verdictShape,
    answer: reviewShape,
  }),
  reopen: endpoint({
    method: "DELETE",
    path: "/auth/analysis/{id}/finding/{finding_id}/verdict",
    summary: "Withdraws the verdicts of a finding, and undoes what they changed.",
    permission,
    refusal: (viewer, analysis: Visible) => modifyValueRefusal(viewer, analysis),
    scope,
    params: one,
    answer: reviewShape,
  }),
};
