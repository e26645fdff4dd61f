// The part of autocannon that the benches use; it ships without types.
declare module "autocannon" {
  type Ask = { readonly path: string; readonly headers: Readonly<Record<string, string>> };
  type Options = {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    /** Sent in turn on every connection. */
    readonly requests: readonly Ask[];
  };
  type Result = {
    readonly requests: { readonly average: number };
    readonly throughput: { readonly average: number };
    readonly "4xx": number;
    readonly "5xx": number;
    readonly errors: number;
  };
  export default function autocannon(options: Options): Promise<Result>;
}
