import type { ImportedMessage } from '@atelier/agent/contract';
import type { AppError } from '@atelier/kernel';
import type { Loss } from './losses.ts';

export const sourceKinds = ['chatgpt', 'claude', 'codex', 'claude-code', 'opencode', 'pi', 'atelier'] as const;
/** The program that wrote the files. */
export type SourceKind = (typeof sourceKinds)[number];

/** One conversation, as far as it could be parsed. */
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
  readonly private?: boolean;
  readonly messages: readonly ImportedMessage[];
  /** A session file that the engine imports itself, without losses. */
  readonly sessionFile?: string;
  readonly losses: readonly Loss[];
}

/** A conversation or a file that cannot be imported. */
export interface Broken {
  readonly step: 'broken';
  readonly source: SourceKind | undefined;
  readonly sourceId: string;
  readonly title: string;
  readonly problem: AppError;
}

/** Losses that belong to no conversation. */
export interface Aside {
  readonly step: 'aside';
  readonly losses: readonly Loss[];
}

export type Step = Found | Broken | Aside;

/** The options of reading. */
export interface Reading {
  readonly signal: AbortSignal;
  /** The current time; later dates in a file are invalid. */
  readonly now: number;
  /** False for a preview, which counts images without loading their data. */
  readonly images: boolean;
  wanted(sourceId: string): boolean;
  /** Reports the bytes read since the last call. */
  progress(bytes: number): void;
}
