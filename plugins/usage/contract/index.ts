import { defineChannel, defineToken } from '@atelier/kernel';
import type { Sums, UsageShape } from './generated.ts';

export type { Bucket, Limits, ModelPrice, Overview, Price, Range, Row, Rows, Sums, UsageShape } from './generated.ts';

/** Tokens and money, for the page. */
export const UsageChannel = defineChannel<UsageShape>('usage');

/** The right that this plugin defines; its sentence is in its manifest. */
export const rights = { read: '@atelier/usage:readUsage' } as const;

/** One line of a list of sums; `key` is a day, the id of a project or of a conversation, or a model. */
export interface UsageLine {
  readonly key: string;
  readonly sums: Sums;
}

/** What was used, for other plugins. Days are local and written `2026-11-23`. */
export interface UsageService {
  /** The sums between two days, both included; of everything if left out. */
  between(days?: { readonly from?: string; readonly to?: string }): Promise<Sums>;
  /** The same, divided; at most 1,000 lines, the most expensive first, days in order. */
  by(
    what: 'day' | 'project' | 'conversation' | 'model',
    days?: { readonly from?: string; readonly to?: string },
  ): Promise<readonly UsageLine[]>;
  /** The sums of a conversation. */
  ofConversation(conversation: string): Promise<Sums>;
}

export const Usage = defineToken<UsageService>('@atelier/usage:Usage@1', {
  between: { rights: [rights.read] },
  by: { rights: [rights.read] },
  ofConversation: { rights: [rights.read] },
});
