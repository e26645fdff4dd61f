// Whether a moving picture can have smooth edges: it can until frames come late.

/** Milliseconds between frames above which one was missed, at 60 frames a second. */
const LATE_MS = 24;
/** Frames further apart belong to different movements. */
const PAUSE_MS = 150;
/** Late frames of one movement after which the rest of it is drawn plainly. One can be anything. */
const MOST_LATE = 2;

export type MotionCost = {
  /**
   * A frame begins.
   * @returns whether it is drawn with several samples
   */
  frame(ms: number): boolean;
  /** Milliseconds after which a picture that was drawn plainly is at rest, and drawn again. */
  readonly pause: number;
};

/** The frames of one view, from when it opens. */
export function motionCost(): MotionCost {
  let last = -Infinity;
  let late = 0;
  return {
    pause: PAUSE_MS,
    frame(ms) {
      const since = ms - last;
      last = ms;
      if (since >= PAUSE_MS) late = 0;
      else if (since > LATE_MS) late += 1;
      return late < MOST_LATE;
    },
  };
}
