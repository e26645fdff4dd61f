// A local HTTP server that answers as FlightHub 2's OpenAPI V1.0 does, and as the store for route files, with
// each documented failure.
import { createServer, type IncomingMessage } from "node:http";

export const testToken = "fh2_TEST";

type Device = { readonly gateway?: object; readonly drone?: object };

export type DroneCloudStandIn = {
  readonly url: string;
  /** Requests as `POST /wayline/finish-upload`, in order. */
  readonly asked: string[];
  /** Objects of the store by key. */
  readonly stored: Map<string, Buffer>;
  readonly routes: { id: string; name: string }[];
  /** Bodies of the planned flights. */
  readonly tasks: Record<string, unknown>[];
  /** Flights besides the first two. */
  more: object[];
  devices: Device[];
  /** The next requests to the API fail with this code, HTTP status or silence. */
  failing: ({ readonly code: number; readonly status?: number } | "slow" | "garbage")[];
  /** The next writes to the store fail with this code of S3. */
  storeFailing: string[];
  close(): Promise<void>;
};

export const dock = (model = "Matrice 3TD"): Device => ({
  gateway: { sn: "7CTDM3D00B", callsign: "Dock north" },
  drone: { sn: "1581F6Q8D", device_model: { name: model, key: "0-91-1" } },
});

export async function startDroneCloudStandIn(): Promise<DroneCloudStandIn> {
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const answer = answerTo(state, request, body);
      if (answer === null) return;
      const { status, content, type = "application/json" } = answer;
      response.writeHead(status, { "content-type": type }).end(content);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const state: DroneCloudStandIn = {
    url: `http://127.0.0.1:${port}`,
    asked: [],
    stored: new Map(),
    routes: [],
    tasks: [],
    more: [],
    devices: [dock()],
    failing: [],
    storeFailing: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return state;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

type Answer = { readonly status: number; readonly content: string; readonly type?: string };
const json = (status: number, value: object): Answer => ({
  status,
  content: JSON.stringify(value),
});
const success = (data: unknown) => json(200, { code: 0, message: "OK", data });

function answerTo(
  state: DroneCloudStandIn,
  { method = "", url = "", headers }: IncomingMessage,
  body: Buffer,
): Answer | null {
  if (url.startsWith("/store/")) return stored(state, url, body);
  if (url.startsWith("/media/")) return { status: 200, content: "picture", type: "image/jpeg" };
  const [path = ""] = url.replace("/openapi/v0.1", "").split("?");
  state.asked.push(`${method} ${path}`);
  const failing = state.failing.shift();
  if (failing === "slow") return null;
  if (failing === "garbage") return { status: 200, content: "<html>" };
  if (failing) return json(failing.status ?? 200, { code: failing.code, message: "no" });
  if (headers["x-user-token"] !== testToken || !headers["x-request-id"])
    return json(401, { code: 401 });
  if (path === "/project") return success({ list: [project] });
  if (headers["x-project-uuid"] !== project.uuid)
    return json(200, { code: 200101, message: "project" });
  return ofProject(state, `${method} ${path}`, body, new URL(url, state.url).searchParams);
}

const project = {
  uuid: "p-1",
  name: "Andasol",
  org_uuid: "o-1",
  project_work_center_point: { latitude: 37.2, longitude: -3.07 },
};

/** The lines of the page that is asked for, as the platform answers them. */
function pageOf<T>(list: readonly T[], query: URLSearchParams): T[] {
  const [page, size] = [Number(query.get("page") ?? 1), Number(query.get("page_size") ?? 10)];
  return list.slice((page - 1) * size, page * size);
}

function ofProject(
  state: DroneCloudStandIn,
  asked: string,
  body: Buffer,
  query: URLSearchParams,
): Answer {
  const sent = () => JSON.parse(body.toString()) as Record<string, unknown>;
  if (asked === "GET /project/device") return success({ list: state.devices });
  if (asked === "GET /wayline") return success({ list: pageOf(state.routes, query) });
  if (asked === "GET /project/sts-token") {
    return success({
      endpoint: `${state.url}/store`,
      bucket: "routes",
      object_key_prefix: "org/p-1",
      provider: "aws",
      credentials: {
        access_key_id: "a",
        access_key_secret: "b",
        security_token: "c",
        expire: 3600,
      },
    });
  }
  if (asked === "POST /wayline/finish-upload") {
    const { name, object_key } = sent();
    if (!state.stored.has(String(object_key)))
      return json(500, { code: 200500, message: "no file" });
    state.routes.push({ id: `w-${state.routes.length + 1}`, name: String(name) });
    return success(null);
  }
  if (asked === "POST /flight-task") {
    state.tasks.push(sent());
    return success({ task_uuid: "t-1" });
  }
  if (asked.startsWith("GET /flight-task/list")) {
    const first = { uuid: "t-1", name: "Block 1", status: "success", begin_at: 1_780_300_800 };
    const second = { uuid: "t-2", status: "waiting", begin_at: 1_780_387_200 };
    return success({ list: pageOf([first, second, ...state.more], query) });
  }
  if (asked === "GET /flight-task/t-1") {
    const folder_info = { expected_file_count: 2, uploaded_file_count: 1 };
    return success({ uuid: "t-1", status: "executing", folder_info });
  }
  if (asked === "GET /flight-task/t-1/media") {
    const url = `${state.url}/media/DJI_0001_T.JPG`;
    return success({
      list: [{ name: "DJI_0001_T.JPG", original_url: url, size: 7 }, { name: "waiting.JPG" }],
    });
  }
  return json(200, { code: 219001, message: "not found" });
}

function stored(state: DroneCloudStandIn, url: string, body: Buffer): Answer {
  const failing = state.storeFailing.shift();
  if (failing) {
    const content = `<Error><Code>${failing}</Code><Message>no</Message></Error>`;
    return { status: 403, content, type: "application/xml" };
  }
  const [path = ""] = url.split("?");
  state.stored.set(decodeURIComponent(path.replace("/store/routes/", "")), body);
  return { status: 200, content: "" };
}
