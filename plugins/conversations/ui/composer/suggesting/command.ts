interface Offered {
  readonly name: string;
  readonly title: string;
  readonly icon: string;
  readonly hint?: string;
}

export interface Command extends Offered {
  /** Whether text may follow its name; otherwise it is run as soon as it is chosen. */
  readonly takesText: boolean;
  readonly run: (rest: string) => Promise<unknown> | unknown;
}

/** A text that replaces what was typed. It is found by its name and by how it begins. */
export interface Insertion extends Offered {
  readonly inserts: string;
}
