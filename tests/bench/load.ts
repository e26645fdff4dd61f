// Asks one address again and again over kept connections, and counts what comes back.
import { Agent, request } from "node:http";

export type Load = {
  readonly requestsPerSecond: number;
  /** Body bytes of one answer on the wire. */
  readonly bytes: number;
};

type Ask = {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
};

/** @throws where an answer is not 200 */
export async function load({ url, headers = {}, connections, seconds }: Ask): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const once = () =>
    new Promise<number>((resolve, reject) => {
      const asked = request(url, { agent, headers }, (answer) => {
        let bytes = 0;
        answer.on("data", (chunk: Buffer) => (bytes += chunk.length));
        answer.on("end", () =>
          answer.statusCode === 200
            ? resolve(bytes)
            : reject(new Error(`${url} answered ${answer.statusCode}`)),
        );
        answer.on("error", reject);
      });
      asked.on("error", reject);
      asked.end();
    });
  const bytes = await once();
  const askFor = async (ms: number) => {
    let count = 0;
    const start = performance.now();
    const until = start + ms;
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (performance.now() < until) {
          await once();
          count += 1;
        }
      }),
    );
    return (count / (performance.now() - start)) * 1000;
  };
  await askFor(1000);
  const requestsPerSecond = await askFor(seconds * 1000);
  agent.destroy();
  return { requestsPerSecond, bytes };
}
