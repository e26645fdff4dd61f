// The handlers of all nouns. A noun or endpoint without a handler does not compile.
import type { Api } from "../../api/index.ts";
import type { Handlers } from "../implement.ts";
import { analysisHandlers } from "./analysis.ts";
import { analysisResultHandlers } from "./analysis-result.ts";
import { baseMapHandlers } from "./base-map.ts";
import { customerHandlers } from "./customer.ts";
import { diagnosticHandlers } from "./diagnostic.ts";
import { digitalTwinHandlers } from "./digital-twin.ts";
import { orderHandlers } from "./order.ts";
import { blueprintHandlers } from "./blueprint.ts";
import { customComponentPropertyHandlers } from "./custom-component-property.ts";
import { enabledKeyFigureHandlers } from "./enabled-key-figure.ts";
import { geoVisualHandlers } from "./geo-visual.ts";
import { keyFigureHandlers } from "./key-figure.ts";
import { resultFileHandlers } from "./result-file.ts";
import { permissionHandlers } from "./permission.ts";
import { documentHandlers } from "./document.ts";
import { droneHandlers } from "./drone.ts";
import { droneAppHandlers } from "./drone-app.ts";
import { droneModelHandlers } from "./drone-model.ts";
import { plantHandlers } from "./plant.ts";
import { profileHandlers } from "./profile.ts";
import { productPackageHandlers } from "./product-package.ts";
import { passwordHandlers } from "./password.ts";
import { registrationHandlers } from "./registration.ts";
import { savedViewHandlers } from "./saved-view.ts";
import { sessionHandlers, type SessionParts } from "./session.ts";
import { taskHandlers } from "./task.ts";
import { userHandlers } from "./user.ts";

export type AllHandlers = { [N in keyof Api]: Handlers<Api[N]> };

export function allHandlers(parts: SessionParts): AllHandlers {
  return {
    session: sessionHandlers(parts),
    profile: profileHandlers,
    customer: customerHandlers,
    user: userHandlers,
    permission: permissionHandlers,
    registration: registrationHandlers,
    password: passwordHandlers,
    plant: plantHandlers,
    savedView: savedViewHandlers,
    blueprint: blueprintHandlers,
    customComponentProperty: customComponentPropertyHandlers,
    enabledKeyFigure: enabledKeyFigureHandlers,
    keyFigure: keyFigureHandlers,
    geoVisual: geoVisualHandlers,
    resultFile: resultFileHandlers,
    digitalTwin: digitalTwinHandlers,
    analysis: analysisHandlers,
    analysisResult: analysisResultHandlers,
    task: taskHandlers,
    baseMap: baseMapHandlers,
    productPackage: productPackageHandlers,
    order: orderHandlers,
    diagnostic: diagnosticHandlers,
    drone: droneHandlers,
    droneModel: droneModelHandlers,
    droneApp: droneAppHandlers,
    document: documentHandlers,
  };
}
