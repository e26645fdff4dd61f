// Mouse, touch and keys of the 3D view: a drag moves the ground, the right button or two fingers turn and tilt it,
// the wheel or a pinch comes nearer. What is no move goes to the active tool, as on the map.
import type { PointerState, ScreenPoint } from "../tool.ts";

export type Move =
  | { readonly kind: "pan"; readonly from: ScreenPoint; readonly to: ScreenPoint }
  /** Degrees. */
  | { readonly kind: "turn"; readonly bearing: number; readonly pitch: number }
  /** The place under `at` stays where it is. */
  | { readonly kind: "zoom"; readonly by: number; readonly at: ScreenPoint };

export type PointerHandlers = {
  move(move: Move): void;
  /** Nothing is moved any more. */
  rest(): void;
  hover(pointer: PointerState): void;
  leave(): void;
  click(pointer: PointerState): void;
  /** True if a drag with the left button or one finger that begins here is for the tool. */
  drags(pointer: PointerState): boolean;
  /** True where the tool has used the key, so that the view does not. */
  key(event: KeyboardEvent): boolean;
  drag(path: readonly ScreenPoint[], pointer: PointerState): void;
  drop(path: readonly ScreenPoint[], pointer: PointerState): void;
  /** The drag of the tool has ended without a drop. */
  cancel(): void;
};

const CLICK_PIXELS = 4;
const DEGREES_PER_PIXEL = 0.3;
const ZOOM_PER_WHEEL_PIXEL = 1 / 400;
const REST_MS = 180;
const KEY_PIXELS = 80;
const KEY_DEGREES = 10;
/** CSS pixels of a line that a wheel turns by. */
const LINE_PIXELS = 40;

type Held = { readonly at: ScreenPoint; readonly began: ScreenPoint };

export type PointerWatch = {
  /** The picture has moved below a resting pointer: what lies there now is asked for with the next frame. */
  look(): void;
  stop(): void;
};

/** Watches the element until it is stopped. */
export function watchPointer(element: HTMLElement, handlers: PointerHandlers): PointerWatch {
  const held = new Map<number, Held>();
  let isTurning = false;
  let isMoved = false;
  /** Of the tool's drag; null while none is underway. */
  let path: ScreenPoint[] | null = null;
  let frame = 0;
  /** Where the pointer rests on the view; null while it is elsewhere or drags. */
  let resting: PointerState | null = null;
  let rest: ReturnType<typeof setTimeout> | undefined;
  const ended = new AbortController();
  const restSoon = () => {
    clearTimeout(rest);
    rest = setTimeout(() => handlers.rest(), REST_MS);
  };
  const look = () => {
    if (!resting || held.size > 0) return;
    const pointer = resting;
    // Once per frame: a mouse reports far more often than the screen is drawn.
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => handlers.hover(pointer));
  };
  const out = () => {
    resting = null;
    cancelAnimationFrame(frame);
    handlers.leave();
  };
  const moved = (move: Move) => {
    handlers.move(move);
    restSoon();
  };
  const pointOf = ({ clientX, clientY }: MouseEvent): ScreenPoint => {
    const { left, top } = element.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  const stateOf = (event: PointerEvent): PointerState => ({
    at: pointOf(event),
    shift: event.shiftKey,
    control: event.ctrlKey || event.metaKey,
    touch: event.pointerType === "touch",
  });
  const two = () => [...held.values()].map(({ at }) => at);

  const down = (event: PointerEvent) => {
    const at = pointOf(event);
    held.set(event.pointerId, { at, began: at });
    element.setPointerCapture(event.pointerId);
    if (held.size === 1) isMoved = false;
    const isForTool =
      held.size === 1 && event.button === 0 && !event.ctrlKey && handlers.drags(stateOf(event));
    if (path) handlers.cancel();
    path = isForTool ? [at] : null;
    isTurning = event.button === 2 || event.button === 1 || (event.ctrlKey && event.button === 0);
  };
  const drag = (event: PointerEvent) => {
    const before = held.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "touch") return;
      resting = stateOf(event);
      return look();
    }
    const at = pointOf(event);
    const way = Math.hypot(at[0] - before.began[0], at[1] - before.began[1]);
    if (!isMoved && way < CLICK_PIXELS) return;
    if (!isMoved) out();
    isMoved = true;
    if (path) {
      path = [...path, at];
      held.set(event.pointerId, { ...before, at });
      return handlers.drag(path, stateOf(event));
    }
    const [a, b] = two();
    held.set(event.pointerId, { ...before, at });
    if (a && b) return pinch([a, b], two());
    const [dx, dy] = [at[0] - before.at[0], at[1] - before.at[1]];
    if (isTurning) {
      moved({ kind: "turn", bearing: dx * DEGREES_PER_PIXEL, pitch: -dy * DEGREES_PER_PIXEL });
    } else moved({ kind: "pan", from: before.at, to: at });
  };
  /** Two fingers: apart comes nearer, around turns, both up tilts. */
  const pinch = ([a, b]: [ScreenPoint, ScreenPoint], now: readonly ScreenPoint[]) => {
    const [c, d] = now;
    if (!c || !d) return;
    const between = (p: ScreenPoint, q: ScreenPoint) => [q[0] - p[0], q[1] - p[1]] as const;
    const [before, after] = [between(a, b), between(c, d)];
    const apart = Math.hypot(...after) / Math.max(1, Math.hypot(...before));
    const turned = Math.atan2(after[1], after[0]) - Math.atan2(before[1], before[0]);
    const middle: ScreenPoint = [(c[0] + d[0]) / 2, (c[1] + d[1]) / 2];
    const lifted = middle[1] - (a[1] + b[1]) / 2;
    moved({ kind: "zoom", by: Math.log2(apart), at: middle });
    const bearing = (-Math.atan2(Math.sin(turned), Math.cos(turned)) * 180) / Math.PI;
    moved({ kind: "turn", bearing, pitch: -lifted * DEGREES_PER_PIXEL });
  };
  const up = (event: PointerEvent) => {
    const was = held.get(event.pointerId);
    held.delete(event.pointerId);
    const done = path;
    path = null;
    if (done && isMoved) return handlers.drop(done, stateOf(event));
    if (was && !isMoved && event.button === 0) handlers.click(stateOf(event));
  };
  const cancelled = (event: PointerEvent) => {
    held.delete(event.pointerId);
    if (path) handlers.cancel();
    path = null;
  };
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PIXELS : 1);
    moved({ kind: "zoom", by: -pixels * ZOOM_PER_WHEEL_PIXEL, at: pointOf(event) });
  };
  const middle = (): ScreenPoint => [element.clientWidth / 2, element.clientHeight / 2];
  const key = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    if (handlers.key(event)) {
      restSoon();
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const move = keyMove(event, middle());
    if (move) moved(move);
    else if (event.key === "Enter") {
      const { shiftKey: shift } = event;
      handlers.click({ at: middle(), shift, control: false, touch: false, keyboard: true });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const on = { signal: ended.signal };
  element.addEventListener("pointerdown", down, on);
  element.addEventListener("pointermove", drag, on);
  element.addEventListener("pointerup", up, on);
  element.addEventListener("pointercancel", cancelled, on);
  element.addEventListener("pointerleave", out, on);
  element.addEventListener("wheel", wheel, { ...on, passive: false });
  element.addEventListener("contextmenu", (event) => event.preventDefault(), on);
  element.addEventListener("keydown", key, on);
  return {
    look,
    stop() {
      ended.abort();
      cancelAnimationFrame(frame);
      clearTimeout(rest);
    },
  };
}

/** As MapLibre has them: arrows move, with Shift they turn and tilt; plus and minus come nearer. */
function keyMove({ key, shiftKey }: KeyboardEvent, middle: ScreenPoint): Move | null {
  const arrows: Record<string, readonly [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  };
  const [dx, dy] = arrows[key] ?? [0, 0];
  if (dx === 0 && dy === 0) return null;
  if (shiftKey) return { kind: "turn", bearing: dx * KEY_DEGREES, pitch: -dy * KEY_DEGREES };
  const to: ScreenPoint = [middle[0] - dx * KEY_PIXELS, middle[1] - dy * KEY_PIXELS];
  return { kind: "pan", from: middle, to };
}
