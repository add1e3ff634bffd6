import { defineChannel, definePoint } from '@atelier/kernel';
import type { Finding } from '@atelier/workbench/contract';
import type { Card, DashboardShape } from './generated.ts';

export type { Card, Ended, Person, Step } from './generated.ts';

/** What the Assistant is called, what it calls the person, and its first steps. */
export const DashboardChannel = defineChannel<DashboardShape>('dashboard');

/** Lists on the Assistant's home. */
export const Cards = definePoint<Card>('@atelier/dashboard:cards@1');

/** What the person can do with a row at once; the card is read again when it is done. */
export interface CardAction extends Pick<Finding, 'title' | 'command' | 'args'> {}

/** A row of a card. */
export interface CardRow extends Finding {
  /** At most three are shown, as buttons below the row. */
  readonly actions?: readonly CardAction[];
}

/** What a card's command returns. */
export interface CardContent {
  /** At most five are shown. */
  readonly rows: readonly CardRow[];
  /** A few words at the end of the title. */
  readonly note?: string;
  /** One sentence that is shown where there are no rows. */
  readonly empty?: string;
  /** For a card of channels: whether one is connected. */
  readonly online?: boolean;
}
