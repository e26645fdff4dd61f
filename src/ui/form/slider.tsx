// A slider with one thumb, or two for a range; arrow keys move by `step`.
import {
  Label,
  Slider as AriaSlider,
  SliderOutput,
  SliderThumb,
  SliderTrack,
} from "react-aria-components";
import { classes } from "../class-name.ts";
import css from "./slider.module.css";

export type SliderProps<V extends number | number[]> = {
  label: string;
  labelHidden?: boolean;
  value: V;
  onChange: (value: V) => void;
  onChangeEnd?: (value: V) => void;
  minValue?: number;
  maxValue?: number;
  step?: number;
  /** Accessible names of the two thumbs of a range. */
  thumbLabels?: readonly string[];
  format?: Intl.NumberFormatOptions;
  isDisabled?: boolean;
  /** Formats the value shown beside the label. */
  showValue?: boolean;
};

export function Slider<V extends number | number[]>({
  label,
  labelHidden,
  thumbLabels,
  format,
  showValue = false,
  ...rest
}: SliderProps<V>) {
  const thumbs = Array.isArray(rest.value) ? rest.value.length : 1;
  return (
    <AriaSlider<V> {...rest} {...(format ? { formatOptions: format } : {})} className={css.slider!}>
      <Label className={labelHidden ? "visually-hidden" : css.label!}>{label}</Label>
      {showValue ? <SliderOutput className={css.output!} /> : null}
      <SliderTrack className={css.track!}>
        {({ state }) => (
          <>
            <span className={css.rail} />
            <span
              className={css.fill}
              style={{
                insetInlineStart: `${thumbs === 2 ? state.getThumbPercent(0) * 100 : 0}%`,
                insetInlineEnd: `${100 - state.getThumbPercent(thumbs - 1) * 100}%`,
              }}
            />
            {Array.from({ length: thumbs }, (_, index) => (
              <SliderThumb
                key={index}
                index={index}
                className={classes(css.thumb)}
                {...(thumbLabels?.[index] ? { "aria-label": thumbLabels[index] } : {})}
              />
            ))}
          </>
        )}
      </SliderTrack>
    </AriaSlider>
  );
}
