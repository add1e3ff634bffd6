import type { ErrorRecord } from './error.ts';
import { defineToken } from './token.ts';

/**
 * refused: may not run · dormant: known, nothing loaded · waking · active · failed: `activate` threw or it crashed, and can be
 * retried · stopped: switched off by the person · quarantined: crashed too often, and stays off until the person acts.
 */
export type ExtensionState = 'refused' | 'dormant' | 'waking' | 'active' | 'failed' | 'stopped' | 'quarantined';

/** How an extension's main side is kept apart from the kernel. */
export type Isolation = 'in-process' | 'permissions' | 'sandbox';

/** What the person allowed an extension; the same words as `atelier.rights`. Left out means not granted. */
export interface Rights {
  readonly net?: readonly string[];
  readonly files?: readonly FileRight[];
  readonly secrets?: readonly string[];
  readonly tools?: readonly string[];
  readonly replaces?: readonly string[];
  readonly notify?: boolean;
  readonly background?: boolean;
}

export interface FileRight {
  readonly glob: string;
  readonly mode: 'read' | 'write';
  readonly in: 'project' | 'data';
}

/** One extension as diagnostics and the panel show it. */
export interface ExtensionStatus {
  readonly id: string;
  readonly version: string;
  readonly displayName: string;
  readonly bundled: boolean;
  readonly state: ExtensionState;
  readonly isolation: Isolation;
  /** Why it is refused, failed or quarantined. */
  readonly problem?: ErrorRecord;
  readonly asks: Rights;
  readonly granted: Rights;
}

export interface ExtensionsService {
  list(): Promise<readonly ExtensionStatus[]>;
  enable(id: string): Promise<void>;
  disable(id: string): Promise<void>;
  retry(id: string): Promise<void>;
  /** Replaces what the person granted; effective at once. */
  grant(id: string, rights: Rights): Promise<void>;
  /** What an extension has set up, as readable labels in the order of setting up. */
  effects(id: string): Promise<readonly string[]>;
}

/** The kernel's switchboard; only bundled plugins may change anything through it. */
export const Extensions = defineToken<ExtensionsService>('@atelier/kernel:Extensions@1');
