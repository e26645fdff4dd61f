// The next image of a dialog, the one before, and which of them this is. Their keys are bound by the dialog.
import { ArrowLeft, ArrowRight } from "lucide-react";
import { IconButton } from "../ui/button.tsx";
import css from "./image-steps.module.css";

export type ImageStepsProps = {
  /** From 0; less than 0 if the open image is not among them. */
  place: number;
  count: number;
  /** Such as "3 of 12". */
  placeText: string;
  previousLabel: string;
  nextLabel: string;
  /** Keys that the dialog binds to the steps, K and J if absent. */
  previousKey?: string;
  nextKey?: string;
  onStep: (by: 1 | -1) => void;
};

export function ImageSteps(props: ImageStepsProps) {
  const { place, count, placeText, previousLabel, nextLabel, onStep } = props;
  const { previousKey = "K", nextKey = "J" } = props;
  return (
    <div className={css.steps}>
      {place < 0 ? null : <span>{placeText}</span>}
      <IconButton
        label={previousLabel}
        keys={previousKey}
        isDisabled={place === 0}
        onPress={() => onStep(-1)}
      >
        <ArrowLeft size={16} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={nextLabel}
        keys={nextKey}
        isDisabled={place === count - 1}
        onPress={() => onStep(1)}
      >
        <ArrowRight size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
