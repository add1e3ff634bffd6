import type { ExtensionStatus, Rights } from './contract/generated.ts';
import { defineToken } from './token.ts';

export type { ErrorRecord, ExtensionState, ExtensionStatus, FileRight, Isolation, Rights } from './contract/generated.ts';

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
}

/** The kernel's switchboard; only bundled plugins may change anything through it. */
export const Extensions = defineToken<ExtensionsService>('@atelier/kernel:Extensions@1');
