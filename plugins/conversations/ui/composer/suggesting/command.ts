export interface Command {
  readonly name: string;
  readonly title: string;
  readonly icon: string;
  readonly hint?: string;
  /** Whether text may follow its name; otherwise it is run as soon as it is chosen. */
  readonly takesText: boolean;
  readonly run: (rest: string) => Promise<unknown> | unknown;
}
