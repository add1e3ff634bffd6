import { randomInt } from 'node:crypto';
import type { Pairing } from '../contract/index.ts';

const lifeMs = 10 * 60_000;
const digits = 6;
/** Guesses of one writer, and of all of them together, before the code works no more. */
const guesses = { ofOne: 5, ofAll: 20 };
const mostLooked = 2000;
const words = ['/pair', 'pair', '/jumeler', 'jumeler'];

interface Current extends Pairing {
  readonly wrong: Map<string, number>;
}

/** Codes that let somebody write: one for each channel, for once and for a while. A restart ends them. */
export class Pairings {
  readonly #current = new Map<string, Current>();

  make(channel: string, now: number): Pairing {
    const code = String(randomInt(10 ** digits)).padStart(digits, '0');
    const pairing = { code, expiresAt: now + lifeMs };
    this.#current.set(channel, { ...pairing, wrong: new Map() });
    return pairing;
  }

  current(channel: string, now: number): Pairing | undefined {
    const pairing = this.#current.get(channel);
    if (pairing === undefined) return undefined;
    if (pairing.expiresAt > now) return { code: pairing.code, expiresAt: pairing.expiresAt };
    this.#current.delete(channel);
    return undefined;
  }

  end(channel: string): void {
    this.#current.delete(channel);
  }

  /** Whether a message of somebody unknown is the code that works now; it then works no more. */
  takes(channel: string, user: string, text: string, now: number): boolean {
    const typed = codeIn(text);
    const pairing = this.#current.get(channel);
    if (typed === undefined || pairing === undefined || pairing.expiresAt <= now) return false;
    const own = pairing.wrong.get(user) ?? 0;
    if (own >= guesses.ofOne) return false;
    if (typed === pairing.code) {
      this.#current.delete(channel);
      return true;
    }
    pairing.wrong.set(user, own + 1);
    const all = [...pairing.wrong.values()].reduce((sum, count) => sum + count, 0);
    if (all >= guesses.ofAll) this.#current.delete(channel);
    return false;
  }
}

/** The code is a line of its own: of a mail the first lines are its subject and its greeting. One text is one guess. */
function codeIn(text: string): string | undefined {
  for (const line of text.slice(0, mostLooked).split('\n')) {
    const [word = '', ...rest] = line.trim().toLowerCase().split(/\s+/);
    const code = rest.join('');
    const isCode = code.length === digits && [...code].every(sign => sign >= '0' && sign <= '9');
    if (words.includes(word) && isCode) return code;
  }
  return undefined;
}
