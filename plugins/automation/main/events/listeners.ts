import type { Draft, EventFields, Test } from '../../contract/index.ts';
import type { StoredRule } from '../store/rules.ts';
import { comparedField, mayHold } from './conditions.ts';

export type UsableRule = StoredRule & { readonly draft: Draft };

type FieldTest = Extract<Test, { field: string }>;

/** So long are the pieces of texts by which rules are found. */
const piece = 3;
const marks = 1 << 16;

/**
 * The rules that wait for one kind of event. Each is kept under what a field must equal or contain for it to run, so that an event is
 * held against the few that it can set off. What no text tells is held against each event.
 */
export class Listeners {
  /** Those that each such event sets off: of no project, and without conditions. */
  readonly any: UsableRule[] = [];
  readonly #always: UsableRule[] = [];
  /** By field, then by its whole text. */
  readonly #equal = new Map<string, Map<string, UsableRule[]>>();
  readonly #parts = new Map<string, Pieces>();

  add(rule: UsableRule): void {
    const { trigger, conditions = [] } = rule.draft;
    const project = trigger.kind === 'event' ? trigger.project : undefined;
    if (project === undefined && conditions.length === 0) this.any.push(rule);
    if (project !== undefined) return this.#addEqual('project', project, rule);
    const keys = conditions.map(keyOf);
    if (keys.length === 0 || keys.includes(undefined)) this.#always.push(rule);
    else for (const key of keys) if (key !== undefined) this.#addKey(key, rule);
  }

  /** The rules that an event can set off, in no order; `looks` is how many were held against it. */
  found(fields: EventFields): { readonly rules: readonly UsableRule[]; readonly looks: number } {
    const found = new Set(this.#always);
    for (const [field, texts] of this.#equal)
      for (const rule of texts.get(comparedField(fields, field)?.trim() ?? '') ?? []) found.add(rule);
    for (const [field, pieces] of this.#parts) pieces.find(comparedField(fields, field) ?? '', found);
    const rules: UsableRule[] = [];
    for (const rule of found) if (fits(rule, fields)) rules.push(rule);
    return { rules, looks: found.size };
  }

  #addKey({ field, equals, part }: Key, rule: UsableRule): void {
    if (equals !== undefined) return this.#addEqual(field, equals, rule);
    const pieces = this.#parts.get(field) ?? new Pieces();
    this.#parts.set(field, pieces);
    pieces.add(part, rule);
  }

  #addEqual(field: string, value: string, rule: UsableRule): void {
    const texts = this.#equal.get(field) ?? new Map<string, UsableRule[]>();
    this.#equal.set(field, texts);
    addTo(texts, value.toLowerCase().trim(), rule);
  }
}

/** Finds rules by a piece of the text that each of them asks for. */
class Pieces {
  readonly #rules = new Map<string, UsableRule[]>();
  /** Most pieces of a text belong to no rule, which a look at a number tells. */
  readonly #marked = new Uint8Array(marks);

  /** Under the piece that the fewest other rules have: many texts begin alike. */
  add(text: string, rule: UsableRule): void {
    let [best, fewest] = ['', Number.POSITIVE_INFINITY];
    for (let at = 0; at + piece <= text.length; at += 1) {
      const candidate = text.slice(at, at + piece);
      const count = this.#rules.get(candidate)?.length ?? 0;
      if (count < fewest) [best, fewest] = [candidate, count];
    }
    addTo(this.#rules, best, rule);
    this.#marked[markAt(best, 0)] = 1;
  }

  find(text: string, found: Set<UsableRule>): void {
    for (let at = 0; at + piece <= text.length; at += 1) {
      if (this.#marked[markAt(text, at)] !== 1) continue;
      for (const rule of this.#rules.get(text.slice(at, at + piece)) ?? []) found.add(rule);
    }
  }
}

const markAt = (text: string, at: number): number =>
  (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) % marks;

type Key = { readonly field: string } & (
  | { readonly equals: string; readonly part?: undefined }
  | { readonly part: string; readonly equals?: undefined }
);

/** What must be so for a group of tests to hold, and can be looked up; undefined if there is nothing of the kind. */
function keyOf(group: readonly Test[]): Key | undefined {
  const tests = group.filter((test): test is FieldTest => 'field' in test && test.not !== true);
  const equal = tests.find(({ how }) => how === 'equals');
  if (equal !== undefined) return { field: equal.field, equals: equal.value };
  for (const { field, how, value } of tests) {
    const lower = value.toLowerCase();
    const parts = how === 'contains' ? [lower] : lower.split(/[*?]/);
    const part = parts.reduce((longest, one) => (one.length > longest.length ? one : longest), '');
    if (part.length >= piece) return { field, part };
  }
  return undefined;
}

function addTo(lists: Map<string, UsableRule[]>, key: string, rule: UsableRule): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [rule]);
  else list.push(rule);
}

function fits({ draft }: UsableRule, fields: EventFields): boolean {
  const { trigger } = draft;
  if (trigger.kind === 'event' && trigger.project !== undefined && fields.project !== trigger.project) return false;
  return mayHold(draft, fields);
}
