import type { AppError, ExtensionState, Happening, KeptHappening } from '@atelier/kernel';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { extensionErrors } from '../errors/extension.ts';
import { isolateErrors } from '../errors/isolate.ts';
import { storageErrors } from '../errors/storage.ts';
import { bootId, isSameBoot } from '../storage/boot-id.ts';
import { Ring } from './ring.ts';

/** How exactly the page can say when a process ended that nobody saw end. */
export const aliveEveryMs = 60_000;
/** On a full disk every write fails. */
const fullAgainMs = 60_000;

/** No form has room for a sentence, a path or a key. */
const forms: Readonly<Record<keyof Happening, RegExp>> = {
  is: /^[a-z-]{1,40}$/,
  of: /^(?:@[\w.-]{1,60}\/)?[\w.-]{1,80}$/,
  how: /^(?:[a-z-]{1,60}(?:\/[a-z-]{1,60})?|SIG[A-Z0-9]{1,12}|\d{1,10})$/,
};

/**
 * What happened in this run and in those before it, without contents. It begins with how the run before has ended, which that run could
 * not say itself: `orderly`, `cut-off`, or `machine-off` if the machine was started again in between.
 */
export class BlackBox {
  readonly #ring: Ring;
  readonly #alive: NodeJS.Timeout;
  /** Extensions that have failed in this run. */
  readonly #failed = new Set<string>();
  readonly #fullAt = new Map<string, number>();

  /** `looked` is called as often: nothing else needs a timer for that. */
  constructor(userData: string, looked: () => void = () => undefined) {
    this.#ring = new Ring([pathIn(userData, 'blackBox', { turn: '0' }), pathIn(userData, 'blackBox', { turn: '1' })]);
    const boot = bootId();
    this.#ring.add({ at: Date.now(), is: 'start', how: howEnded(this.#ring, boot), boot });
    this.#alive = setInterval(() => {
      this.note({ is: 'alive' });
      looked();
    }, aliveEveryMs).unref();
  }

  /** `from`: the plugin that notes it. */
  note(happening: Happening, from?: string): void {
    const { is, of, how } = fitting(happening);
    if (is !== undefined) this.#ring.add({ at: Date.now(), is, from, of, how });
  }

  /** An extension has gone to another state: failures are kept, and the next start after one. */
  extension(id: string, state: ExtensionState, problem: AppError | undefined): void {
    if (state === 'failed' || state === 'quarantined') {
      this.#failed.add(id);
      this.note({ is: `extension-${state}`, of: id, ...(problem && isOurs(problem.code) && { how: problem.code }) });
    } else if (state === 'active' && this.#failed.delete(id)) this.note({ is: 'extension-again', of: id });
  }

  /** A process of an extension has ended although nobody asked for it. */
  ended(of: string, what: 'extension' | 'store' | 'server', how: string | number | null): void {
    this.note({ is: `${what}-ended`, of, how: String(how ?? '') });
  }

  diskFull(of: string): void {
    const now = Date.now();
    if (now - (this.#fullAt.get(of) ?? Number.NEGATIVE_INFINITY) < fullAgainMs) return;
    this.#fullAt.set(of, now);
    this.note({ is: 'disk-full', of });
  }

  read(): readonly KeptHappening[] {
    return this.#ring.read().map(({ n: _n, boot: _boot, ...kept }) => kept as unknown as KeptHappening);
  }

  /** The end was asked for: however long it takes, nothing of it is a surprise. */
  ending(): void {
    this.note({ is: 'ending' });
  }

  close(): void {
    clearInterval(this.#alive);
    this.#ring.close();
  }
}

function howEnded(ring: Ring, boot: string): string {
  const [start, ending, alive] = ['start', 'ending', 'alive'].map(is => ring.last(is));
  if (start === undefined && ending === undefined && alive === undefined) return 'first';
  if (ending !== undefined && ending.n > (start?.n ?? -1)) return 'orderly';
  return typeof start?.boot === 'string' && !isSameBoot(start.boot, boot) ? 'machine-off' : 'cut-off';
}

function fitting(happening: Happening): Partial<Happening> {
  const fields = Object.entries(happening).filter(([name, value]) => forms[name as keyof Happening]?.test(String(value)));
  return Object.fromEntries(fields) as Partial<Happening>;
}

/** A code of our own: an extension may throw an error with whatever it likes for a code. */
function isOurs(code: string): boolean {
  return [extensionErrors, isolateErrors, storageErrors].some(errors => Object.hasOwn(errors, code));
}
