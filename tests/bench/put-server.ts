// What an upload and a download are held against: a PUT that is written and synced, and a file as a stream.
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";

const folder = process.argv[2] ?? ".";

const server = createServer((request, response) => {
  const path = join(folder, (request.url ?? "").replaceAll(/[^a-z0-9.]/g, ""));
  if (request.method === "GET") return void createReadStream(path).pipe(response);
  void (async () => {
    const file = await open(path, "w");
    await file.writeFile(request);
    await file.sync();
    await file.close();
    response.end();
  })();
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" ? address?.port : ""}\n`);
});
