import { randomBytes } from 'node:crypto';
import { same } from './guard.ts';

const maxOpen = 4;

/** Tickets that are each valid for one entry. Only the newest few stay valid, so that unused ones do not accumulate. */
export class Tickets {
  #open: string[] = [];

  issue(): string {
    const ticket = randomBytes(24).toString('base64url');
    this.#open = [...this.#open, ticket].slice(-maxOpen);
    return ticket;
  }

  /** True once for a valid ticket. */
  redeem(ticket: string): boolean {
    const rest = this.#open.filter(open => !same(open, ticket));
    const found = rest.length < this.#open.length;
    this.#open = rest;
    return found;
  }
}
