// Who answers which noun. A noun or a call without a handler does not compile.
import type { Api } from "../../api/index.ts";
import type { Handlers } from "../implement.ts";
import { analysisHandlers } from "./analysis.ts";
import { baseMapHandlers } from "./base-map.ts";
import { digitalTwinHandlers } from "./digital-twin.ts";
import { plantHandlers } from "./plant.ts";
import { sessionHandlers, type SessionParts } from "./session.ts";
import { taskHandlers } from "./task.ts";

type Answered = Omit<Api, "analysisResult">;
export type AllHandlers = { [N in keyof Answered]: Handlers<Answered[N]> };

export function allHandlers(parts: SessionParts): AllHandlers {
  return {
    session: sessionHandlers(parts),
    plant: plantHandlers,
    digitalTwin: digitalTwinHandlers,
    analysis: analysisHandlers,
    task: taskHandlers,
    baseMap: baseMapHandlers,
  };
}
