// What the queue needs of the server; tests replace it with a stand-in.

/** A file to be sent, and where it goes. */
export type Source = {
  readonly key: string;
  readonly analysis_id: number;
  readonly analysis_name: string;
  /** Name with its folders, as it was chosen. */
  readonly name: string;
  /** The name that the server gave it. */
  readonly file_name: string;
  readonly file: File;
  readonly handle: FileSystemFileHandle | null;
  readonly folder: FileSystemDirectoryHandle | null;
};

/** All functions reject with a CallFailure. */
export type Transport = {
  /** Announces the file; answers the ID of the upload. */
  readonly begin: (source: Source) => Promise<number>;
  /** Sends what the server does not have yet. */
  readonly send: (
    source: Source,
    upload_id: number,
    onProgress: (sent: number) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Has the server check length and hash of the whole file. */
  readonly finish: (source: Source, upload_id: number) => Promise<void>;
  /** Has the server forget what it has. */
  readonly cancel: (
    source: { analysis_id: number; key: string },
    upload_id: number,
  ) => Promise<void>;
  /** Runs the work unless another tab sends this upload; false where it does. */
  readonly alone: (upload_id: number, work: () => Promise<void>) => Promise<boolean>;
};

/** The clock and the network, for tests to replace. */
export type Surroundings = {
  readonly now: () => number;
  /** Resolves after this time, earlier when the network is back or the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Calls back about once a second until it is stopped. */
  readonly everySecond: (run: () => void) => () => void;
};
