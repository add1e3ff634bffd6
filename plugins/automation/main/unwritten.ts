import type { AppError, Database, Log } from '@atelier/kernel';
import { errors } from './errors.ts';
import type { Rules } from './store/rules.ts';
import type { Clock } from './time/clock.ts';

/** What is written of a run. */
export interface Ending {
  readonly rule: string;
  readonly title: string;
  write(): void;
  /** It is written. */
  written(): void;
}

export interface UnwrittenParts {
  readonly db: Pick<Database, 'transaction'>;
  readonly rules: Pick<Rules, 'find' | 'restore'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  notice(error: AppError): void;
}

const retryMs = 60_000;

/** Writes how runs end. What the disk does not take is written at the next chance, at the latest in a minute, and the person is told once. */
export class Unwritten {
  readonly #parts: UnwrittenParts;
  #left: readonly Ending[] = [];
  #cancel: (() => void) | undefined;

  constructor(parts: UnwrittenParts) {
    this.#parts = parts;
  }

  add(ending: Ending): void {
    const isFirst = this.#left.length === 0;
    this.#left = [...this.#left, ending];
    this.tryAll();
    if (isFirst && this.#left.length > 0) this.#parts.notice(errors['automation/not-ended']({ title: ending.title }));
  }

  tryAll(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const before = this.#left;
    this.#left = [];
    const left = before.filter(ending => !this.#isWritten(ending));
    this.#left = [...left, ...this.#left];
    if (this.#left.length > 0) this.#cancel = this.#parts.clock.after(retryMs, () => this.tryAll());
  }

  /** Atelier ends: what the disk takes now is written, and the next start says of the rest that it was cut off. */
  end(): void {
    this.tryAll();
    this.#cancel?.();
    this.#left = [];
  }

  #isWritten({ rule, write, written }: Ending): boolean {
    const { db, rules, log } = this.#parts;
    const before = rules.find(rule);
    try {
      db.transaction(write);
    } catch (error) {
      if (before !== undefined) rules.restore(before);
      log.warn(`The end of a run could not be written and is tried again: ${String((error as Error).message)}`);
      return false;
    }
    written();
    return true;
  }
}
