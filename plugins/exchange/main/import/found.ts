import type { ImportedMessage } from '@atelier/agent/contract';
import type { AppError } from '@atelier/kernel';
import type { Loss } from './losses.ts';

export const sourceKinds = ['chatgpt', 'claude', 'codex', 'claude-code', 'opencode', 'pi', 'atelier'] as const;
/** Whose files they are. */
export type SourceKind = (typeof sourceKinds)[number];

/** One conversation, as far as it could be understood. */
export interface Found {
  readonly step: 'found';
  readonly source: SourceKind;
  readonly sourceId: string;
  readonly title: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly folder?: string;
  readonly archived?: boolean;
  readonly pinned?: boolean;
  readonly messages: readonly ImportedMessage[];
  /** A file that the engine reads itself, so that nothing of it is lost. */
  readonly sessionFile?: string;
  readonly losses: readonly Loss[];
}

/** One conversation, or one file, of which nothing can be carried. */
export interface Broken {
  readonly step: 'broken';
  readonly source: SourceKind | undefined;
  readonly sourceId: string;
  readonly title: string;
  readonly problem: AppError;
}

/** What belongs to the whole and to no conversation. */
export interface Aside {
  readonly step: 'aside';
  readonly losses: readonly Loss[];
}

export type Step = Found | Broken | Aside;

/** How something is read: until when, for which conversations, and whether pictures are worth their time. */
export interface Reading {
  readonly signal: AbortSignal;
  /** Nothing later than this has happened yet. */
  readonly now: number;
  /** False for a preview, which counts pictures and leaves them where they are. */
  readonly images: boolean;
  wanted(sourceId: string): boolean;
  /** So many bytes have been read since the last call. */
  progress(bytes: number): void;
}
