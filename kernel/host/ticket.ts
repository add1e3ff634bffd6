import { randomBytes } from 'node:crypto';
import { same } from './guard.ts';

/** One ticket at a time, good for one entry: a newer one takes the place of one that was not used. */
export class Tickets {
  #open: string | undefined;

  issue(): string {
    this.#open = randomBytes(24).toString('base64url');
    return this.#open;
  }

  /** True once for the ticket that is open. */
  redeem(ticket: string): boolean {
    if (this.#open === undefined || !same(ticket, this.#open)) return false;
    this.#open = undefined;
    return true;
  }
}
