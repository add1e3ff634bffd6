import { defineToken } from './token.ts';

/** Something that happened, without contents: no words of the person or of a model, no title, no path, no key. */
export interface Happening {
  /** What happened, as small words joined by hyphens: `turn-began`. */
  readonly is: string;
  /** The id of what it happened to, such as an extension. */
  readonly of?: string;
  /** How: small words, the code of an error, an exit code or a signal. */
  readonly how?: string;
}

/** A happening that was kept. `at` is in milliseconds; `from` is the plugin that noted it, left out for the kernel. */
export interface KeptHappening extends Happening {
  readonly at: number;
  readonly from?: string;
}

export interface BlackBoxService {
  /** Keeps what happened to the calling plugin, where it outlives a crash. A field that has another form than its own is left out. */
  note(happening: Happening): Promise<void>;
  /** What is kept of this run and of earlier ones, oldest first. */
  read(): Promise<readonly KeptHappening[]>;
}

/** The newest things that happened, for after a crash. */
export const BlackBox = defineToken<BlackBoxService>('@atelier/kernel:BlackBox@1', { note: 'bundled-for-others', read: 'bundled' });
