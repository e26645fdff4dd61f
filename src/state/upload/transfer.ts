// One file on its way to an analysis, as the tray shows it, and all of them together.
import { secondsLeft } from "../../domain/upload/transfer-rate.ts";
import type { LoadFault } from "../shell/loaded.ts";

/**
 * `resuming`: an error occurred, and another attempt follows by itself. `lost`: began before a reload, and
 * the file must be chosen again. `elsewhere`: another tab is sending it.
 */
export type TransferState =
  | "waiting"
  | "sending"
  | "resuming"
  | "finishing"
  | "paused"
  | "failed"
  | "lost"
  | "elsewhere"
  | "done";

export type Transfer = {
  /** Names it in this tab. */
  readonly key: string;
  readonly analysis_id: number;
  readonly analysis_name: string;
  /** Name with its folders, as it was chosen. */
  readonly name: string;
  readonly size: number;
  readonly sent: number;
  readonly state: TransferState;
  /** Bytes per second; null while unknown. */
  readonly speed: number | null;
  readonly seconds_left: number | null;
  /** Why it failed, or why it is sent again. */
  readonly fault: LoadFault | null;
};

/** States in which it goes on without the user. */
const moving: readonly TransferState[] = ["waiting", "sending", "resuming", "finishing"];

export function isMoving({ state }: Pick<Transfer, "state">): boolean {
  return moving.includes(state);
}

/** True until all of it has arrived. */
export function isOpen({ state }: Pick<Transfer, "state">): boolean {
  return state !== "done";
}

export type Overall = {
  readonly files: number;
  readonly done: number;
  readonly failed: number;
  readonly moving: number;
  readonly paused: number;
  /** Began before a reload; to be chosen again. */
  readonly lost: number;
  readonly sent: number;
  readonly size: number;
  readonly speed: number | null;
  readonly seconds_left: number | null;
};

/** All transfers as one line. */
export function overallOf(transfers: readonly Transfer[]): Overall {
  const count = (state: TransferState) => transfers.filter((one) => one.state === state).length;
  const sum = (value: (one: Transfer) => number) =>
    transfers.reduce((total, one) => total + value(one), 0);
  const going = transfers.filter(isMoving);
  const measured = going.filter(({ speed }) => speed !== null);
  const speed =
    measured.length === 0 ? null : measured.reduce((total, one) => total + (one.speed ?? 0), 0);
  const remaining = going.reduce((total, { size, sent }) => total + size - sent, 0);
  return {
    files: transfers.length,
    done: count("done"),
    failed: count("failed"),
    moving: going.length,
    paused: count("paused"),
    lost: count("lost"),
    sent: sum(({ sent }) => sent),
    size: sum(({ size }) => size),
    speed,
    seconds_left: going.length === 0 ? null : secondsLeft(remaining, speed),
  };
}
