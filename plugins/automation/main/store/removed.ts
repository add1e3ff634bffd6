import type { Draft } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import type { StoredRule } from './rules.ts';
import type { KeptTranscript } from './transcripts.ts';

/** Of how many rules the removal can be taken back: a person sees the newest. */
const most = 3;

interface RemovedRule {
  readonly rule: StoredRule & { readonly draft: Draft };
  readonly transcripts: readonly KeptTranscript[];
}

/** Rules that were removed just before. In memory only: what was removed is on no disk. */
export class Removed {
  readonly #rules = new Map<string, RemovedRule>();

  /** One of a newer version cannot be written again. */
  add(rule: StoredRule, transcripts: readonly KeptTranscript[]): void {
    if (rule.draft === undefined) return;
    this.#rules.set(rule.id, { rule: { ...rule, draft: rule.draft }, transcripts });
    const [first = ''] = this.#rules.keys();
    if (this.#rules.size > most) this.#rules.delete(first);
  }

  /** Throws for one that was not removed, or too long ago. */
  get(id: string): RemovedRule {
    const found = this.#rules.get(id);
    if (found === undefined) throw errors['automation/unknown']({ id });
    return found;
  }

  /** It is back. */
  forget(id: string): void {
    this.#rules.delete(id);
  }
}
