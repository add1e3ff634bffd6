import type { ExtensionStatus, Rights } from './contract/generated.ts';
import { defineToken } from './token.ts';

export type { ErrorRecord, ExtensionState, ExtensionStatus, FileRight, Isolation, Rights, ServerStatus } from './contract/generated.ts';

/** Where extensions that the person installed lie, and what else is run beside the app. */
export interface ExtensionPlaces {
  /** Each entry is an extension, or a link to one; names that begin with a dot are passed over, so what is being made may lie there. */
  readonly installed: string;
  /** A plain Node 24. */
  readonly node: string;
}

/** What a package.json says of an extension that could run here now. */
export interface ExaminedExtension {
  readonly id: string;
  readonly version: string;
  readonly asks: Rights;
  /** Other extensions, each with the range it must fit. */
  readonly requires: Readonly<Record<string, string>>;
  readonly optional: Readonly<Record<string, string>>;
  /** Extensions that run today and would be refused beside this version. */
  readonly breaks: readonly string[];
}

/** Why a version is blocked, in both languages: a whole sentence. */
export interface BlockReason {
  readonly fr: string;
  readonly en: string;
}

/** One line of the app's log, secrets taken out. `time` is in milliseconds. */
export interface ExtensionLogLine {
  readonly time: number;
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly text: string;
}

export interface ExtensionsService {
  list(): Promise<readonly ExtensionStatus[]>;
  enable(id: string): Promise<void>;
  disable(id: string): Promise<void>;
  retry(id: string): Promise<void>;
  /** Replaces what the person granted; effective at once. */
  grant(id: string, rights: Rights): Promise<void>;
  /** Keeps a secret that the extension reads by `ctx.secret`, or forgets it where `text` is undefined. It is never shown again. */
  keepSecret(id: string, name: string, text: string | undefined): Promise<void>;
  /** Whether there is one. Only bundled plugins may ask. */
  hasSecret(id: string, name: string): Promise<boolean>;
  /** What an extension has set up, as readable labels in the order of setting up. */
  effects(id: string): Promise<readonly string[]>;
  places(): Promise<ExtensionPlaces>;
  /** Whether this package.json could run here now, and what it asks; rejects with why not. Touches nothing. */
  examine(manifest: unknown): Promise<ExaminedExtension>;
  /**
   * Takes in the extension of a folder, live: a new one, or the next generation of one that is here. It is started with what
   * `granted` names; where it does not start the old one is back, and its data as it was, and this rejects with why. When it
   * resolves, the next start of the app finds it too.
   */
  adopt(folder: string, granted?: Rights): Promise<void>;
  /** Stops an installed extension and takes it out, live; its package folder is left to the caller. */
  forget(id: string, data: 'keep' | 'delete'): Promise<void>;
  /**
   * Keeps one version of an installed extension off, whatever the person switches, and says why; undefined lifts that again. It
   * outlasts a restart, and ends when another version is taken in.
   */
  block(id: string, version: string, why: BlockReason | undefined): Promise<void>;
  /** The newest lines that one extension logged in this run, oldest first. */
  log(id: string): Promise<readonly ExtensionLogLine[]>;
}

/** The kernel's switchboard; only bundled plugins may change anything through it. */
export const Extensions = defineToken<ExtensionsService>('@atelier/kernel:Extensions@1');
