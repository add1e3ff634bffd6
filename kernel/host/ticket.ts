import { randomBytes } from 'node:crypto';
import { same } from './guard.ts';

const most = 4;

/** Tickets that are good for one entry each. Only the newest few are open, so that unused ones do not gather. */
export class Tickets {
  #open: string[] = [];

  issue(): string {
    const ticket = randomBytes(24).toString('base64url');
    this.#open = [...this.#open, ticket].slice(-most);
    return ticket;
  }

  /** True once for a ticket that is open. */
  redeem(ticket: string): boolean {
    const rest = this.#open.filter(open => !same(open, ticket));
    const found = rest.length < this.#open.length;
    this.#open = rest;
    return found;
  }
}
