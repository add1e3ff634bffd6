import type { ExtensionStatus, Rights } from './contract/generated.ts';
import { defineToken } from './token.ts';

export type {
  DefinedRight,
  ErrorRecord,
  ExtensionState,
  ExtensionStatus,
  FileRight,
  Isolation,
  Rights,
  ServerStatus,
} from './contract/generated.ts';

/** The folder of the extensions that the person installed, and the Node that runs them. */
export interface ExtensionPlaces {
  /** Each entry is an extension or a link to one. Names that begin with a dot are ignored, so an installer may work in such a folder. */
  readonly installed: string;
  /** The path of a Node 24 without Electron. */
  readonly node: string;
}

/** The facts of a package.json whose extension could run here now. */
export interface ExaminedExtension {
  readonly id: string;
  readonly version: string;
  readonly asks: Rights;
  /** Other extensions, each with the version range it must satisfy. */
  readonly requires: Readonly<Record<string, string>>;
  readonly optional: Readonly<Record<string, string>>;
  /** Extensions that run now and would be refused once this version is installed. */
  readonly breaks: readonly string[];
}

/** Why a version is blocked, in both languages: a whole sentence. */
export interface BlockReason {
  readonly fr: string;
  readonly en: string;
}

/** One line of the app's log, with secrets redacted. `time` is in milliseconds. */
export interface ExtensionLogLine {
  readonly time: number;
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly text: string;
}

export interface ExtensionsService {
  /** Every extension with its state, its rights and the reason why it is off. */
  list(): Promise<readonly ExtensionStatus[]>;
  /** Switches an extension on. */
  enable(id: string): Promise<void>;
  /** Switches an extension off. */
  disable(id: string): Promise<void>;
  /** Starts a failed extension again. */
  retry(id: string): Promise<void>;
  /** Replaces the granted rights; effective at once. */
  grant(id: string, rights: Rights): Promise<void>;
  /** Stores a secret that the extension reads with `ctx.secret`, or deletes it if `text` is undefined. It is never shown again. */
  keepSecret(id: string, name: string, text: string | undefined): Promise<void>;
  /** Whether this secret is stored. */
  hasSecret(id: string, name: string): Promise<boolean>;
  /** What an extension has set up, as readable labels in the order of setting up. */
  effects(id: string): Promise<readonly string[]>;
  /** The folder of installed extensions, and the Node that runs them. */
  places(): Promise<ExtensionPlaces>;
  /** Checks whether this package.json could run here now and returns what it asks for; rejects with the reason if not. Changes nothing. */
  examine(manifest: unknown): Promise<ExaminedExtension>;
  /**
   * Adds the extension in a folder at run time, or replaces an installed version with it. It starts with the rights in `granted`.
   * If it does not start, the previous version and its data are restored and the promise rejects with the reason. Once the
   * promise resolves, the next start of the app finds the new version too.
   */
  adopt(folder: string, granted?: Rights): Promise<void>;
  /** Stops and removes an installed extension at run time; the caller deletes its package folder. */
  forget(id: string, data: 'keep' | 'delete'): Promise<void>;
  /**
   * Keeps one version of an installed extension off, even if the person switches it on, and shows `why`; undefined removes the
   * block. A block survives a restart and ends when another version is installed.
   */
  block(id: string, version: string, why: BlockReason | undefined): Promise<void>;
  /** The newest lines that one extension logged since the app started, oldest first. */
  log(id: string): Promise<readonly ExtensionLogLine[]>;
}

/** Lists, examines and changes extensions. */
export const Extensions = defineToken<ExtensionsService>('@atelier/kernel:Extensions@1', {
  list: 'bundled-for-others',
  enable: 'bundled',
  disable: 'bundled',
  retry: 'bundled',
  grant: 'bundled',
  keepSecret: 'bundled',
  hasSecret: 'bundled',
  effects: 'bundled',
  places: 'bundled',
  examine: 'bundled',
  adopt: 'bundled',
  forget: 'bundled',
  block: 'bundled',
  log: 'bundled',
});
