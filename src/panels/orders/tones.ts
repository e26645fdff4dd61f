// The tone of each state of an order.
import type { OrderState } from "../../domain/provider/order.ts";
import type { Tone } from "../../ui/notice.tsx";

export const stateTones = {
  running: "good",
  upcoming: "info",
  ended: "neutral",
} as const satisfies Record<OrderState, Tone>;
