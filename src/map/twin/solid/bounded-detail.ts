// How much coarser than its pixels allow a view is drawn, so that its pieces have room: a large screen that looks along a
// large plant would show more of it than is kept.
import type { Placed } from "../twin-camera.ts";

/** By which the metres per pixel grow and shrink. What is in view goes with their square: 1.56. */
const STEP = 1.25;
/** Beyond that something else is wrong; the view stays incomplete, and says so. */
const MOST_SHARE = 64;
/** Of what may be kept: below it there is room for a finer step. */
const ROOM = 0.5;

/** @param most vertices that are kept */
export function boundedDetail(most: number) {
  let share = 1;
  /** From where the finer step was too much: from there it is not tried again. */
  let tried: Placed | null = null;
  return {
    /** By which the metres per pixel of the screen are multiplied. */
    share: (): number => share,
    /**
     * A frame was drawn.
     * @param vertices of all pieces in view
     * @param isMissing more of them are to come
     * @returns whether the share is another one now
     */
    drawn(vertices: number, placed: Placed, isMissing: boolean): boolean {
      if (vertices > most && share < MOST_SHARE) {
        share *= STEP;
        tried = placed;
        return true;
      }
      const isTried = tried !== null && isSamePlace(tried, placed);
      if (share === 1 || isMissing || isTried || vertices > most * ROOM) return false;
      share = Math.max(1, share / STEP);
      return true;
    },
  };
}

const isSamePlace = (one: Placed, other: Placed) =>
  [one.eye, one.forward].flat().every((part, at) => part === [other.eye, other.forward].flat()[at]);
