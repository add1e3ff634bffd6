import { defineChannel, definePoint } from '@atelier/kernel';
import type { Finding } from '@atelier/workbench/contract';
import type { Card, DashboardShape } from './generated.ts';

export type { Card, Ended, Person, Step } from './generated.ts';

/** What the Assistant is called, what it calls the person, and its first steps. */
export const DashboardChannel = defineChannel<DashboardShape>('dashboard');

/** Lists on the Assistant's home. */
export const Cards = definePoint<Card>('@atelier/dashboard:cards@1');

/** What a card's command returns. */
export interface CardContent {
  /** At most five are shown. */
  readonly rows: readonly Finding[];
  /** One sentence that is shown where there are no rows. */
  readonly empty?: string;
  /** For a card of channels: whether one is connected. */
  readonly online?: boolean;
}
