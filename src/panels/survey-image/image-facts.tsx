// The current key figure of the component whose images are open: the value in a word and a colour, and why.
import { useAtomValue } from "jotai";
import { imageValueAtom } from "../../state/plant/column/shown-value.ts";
import {
  reasonWordsAtom,
  shownTitleWordsAtom,
} from "../../state/plant/column/shown-value-words.ts";
import { severityName } from "../../state/plant/column/value-words.ts";
import { ShownMark } from "../shown-mark.tsx";
import css from "./survey-image.module.css";

export function ImageFacts() {
  const shown = useAtomValue(imageValueAtom);
  const reasonWords = useAtomValue(reasonWordsAtom);
  const titleWords = useAtomValue(shownTitleWordsAtom);
  if (!shown) return <span />;
  const reason = reasonWords(shown);
  const severity = shown.severity === null ? "" : severityName(shown.severity);
  return (
    <p className={css.facts}>
      <ShownMark shown={shown} />
      <strong>{titleWords(shown)}</strong>
      <span>{reason === "" ? severity : reason}</span>
    </p>
  );
}
