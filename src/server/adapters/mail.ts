// How mail leaves.

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

export type MailAdapter = { send(mail: Mail): Promise<void> };
