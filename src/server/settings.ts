// Settings by environment.

export type Settings = {
  readonly port: number;
  readonly host: string;
  readonly public_url: string;
  readonly data_dir: string;
  readonly production: boolean;
};
