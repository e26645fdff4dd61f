// A session as the browser keeps it.
import type { SessionAnswer } from "../domain/account/session.ts";

export const signedIn: SessionAnswer = {
  token: "secret",
  permissions: ["READ_AVAILABLE_PLANT"],
  customer: null,
  is_admin: false,
  is_super_admin: false,
  hidden_admin: false,
  white_labeling_version: null,
};
