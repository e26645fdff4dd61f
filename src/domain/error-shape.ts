// The shapes of problems and of error answers. Apart from the catalogue, which every page starts with: the
// library of the shapes is loaded later.
import { z } from "zod";
import { challengeShape } from "./account/proof.ts";

/**
 * A translatable reason with its place: `reason` is a key of refusal.json, `values` are its parameters.
 * `file`, `sheet`, `cell`, `line`, `feature` and `field` give the place (feature and line count from 1).
 */
export const problemShape = z.object({
  reason: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  file: z.string().optional(),
  /** Of a workbook; `line` is then a row, and `cell` a place such as "C17". */
  sheet: z.string().optional(),
  cell: z.string().optional(),
  line: z.number().int().optional(),
  feature: z.number().int().optional(),
  field: z.string().optional(),
});
export type Problem = z.infer<typeof problemShape>;

/** The body of every error answer; `message` is in the language of the request. */
export const errorShape = z.object({
  error: z.string(),
  code: z.string(),
  message: z.string(),
  request_id: z.string().optional(),
  problems: z.array(problemShape.extend({ message: z.string() })).optional(),
  /** Of an edit that came too late: what is stored by now, and what was sent. */
  versions: z.object({ current: z.unknown(), sent: z.unknown() }).optional(),
  /** Of a public call without a solved challenge: what to solve, and how to send it. */
  proof: z
    .object({
      challenge: challengeShape,
      /** The request header that takes the solved challenge. */
      header: z.string(),
      /** Address of the description. */
      description: z.string(),
    })
    .optional(),
});
export type ErrorAnswer = z.infer<typeof errorShape>;
