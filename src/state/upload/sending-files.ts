// Whether this tab has sent a file in this session. Apart from the uploads themselves, whose code is loaded then.
import { perSession } from "../shell/lifetime.ts";

export const isSendingFilesAtom = perSession(false);
