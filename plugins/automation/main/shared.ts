import type { AppError, Database, Log } from '@atelier/kernel';
import type { Runner } from './runs/runner.ts';
import type { Occasion, Receipts } from './store/receipts.ts';
import type { Rules } from './store/rules.ts';
import type { Clock } from './time/clock.ts';

/** What whatever begins runs works with: the times that are due, and what happens. */
export interface SharedParts {
  readonly db: Database;
  readonly rules: Rules;
  readonly receipts: Receipts;
  readonly runner: Runner;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  isPaused(): boolean;
  /** Something that the person should know of a rule. */
  notice(error: AppError): void;
  /** A rule is switched off because of what comes of it, and the person is told. */
  turnOff(rule: string, error: AppError): void;
  /** The disk took nothing of something that happened: as soon as it does, a receipt says that it was missed. */
  unwritten(occasion: Occasion): void;
  /** The receipts of a rule have changed. */
  changed(rule: string): void;
}
