// Leading elsewhere without a link: asks first where something would be lost.
import { navigate } from "wouter/use-browser-location";
import { leave } from "../../state/shell/leave.ts";

export function go(to: string): void {
  leave(() => navigate(to));
}
