import type { Draft, EventFields, Test } from '../../contract/index.ts';
import { hasForm } from './glob.ts';

type FieldTest = Extract<Test, { field: string }>;
export type ExtensionTest = Extract<Test, { from: string }>;

const isOfField = (test: Test): test is FieldTest => 'field' in test;

/** How much of a field is compared. */
const mostCompared = 20_000;

/** Many rules ask for the same text of an event. */
const lowered = new WeakMap<EventFields, Map<string, string>>();

/** A field of an event as it is compared: without regard to case, and only so much of it. */
export function comparedField(event: EventFields, field: string): string | undefined {
  if (!Object.hasOwn(event, field)) return undefined;
  const fields = lowered.get(event) ?? new Map<string, string>();
  const there = fields.get(field) ?? (event[field] ?? '').slice(0, mostCompared).toLowerCase();
  lowered.set(event, fields.set(field, there));
  return there;
}

function fieldHolds({ field, how, value, not = false }: FieldTest, event: EventFields): boolean {
  const there = comparedField(event, field);
  return (there !== undefined && holds(there, how, value.toLowerCase())) !== not;
}

function holds(there: string, how: FieldTest['how'], value: string): boolean {
  if (how === 'equals') return there.trim() === value.trim();
  return how === 'contains' ? there.includes(value) : hasForm(there, value);
}

/** Whether the conditions can hold for an event; what extensions decide is left open. */
export function mayHold({ conditions = [] }: Pick<Draft, 'conditions'>, event: EventFields): boolean {
  return conditions.length === 0 || conditions.some(group => group.every(test => !isOfField(test) || fieldHolds(test, event)));
}

/** Whether in one of the groups all tests hold. */
export async function allHold(
  { conditions = [] }: Pick<Draft, 'conditions'>,
  event: EventFields,
  ask: (test: ExtensionTest, event: EventFields) => Promise<boolean>,
): Promise<boolean> {
  if (conditions.length === 0) return true;
  for (const group of conditions) {
    if (!group.every(test => !isOfField(test) || fieldHolds(test, event))) continue;
    const decided = await Promise.all(
      group.flatMap(test => (isOfField(test) ? [] : [ask(test, event).then(answer => answer !== (test.not ?? false))])),
    );
    if (decided.every(Boolean)) return true;
  }
  return false;
}

export const extensionTests = ({ conditions = [] }: Pick<Draft, 'conditions'>): ExtensionTest[] =>
  conditions.flat().filter((test): test is ExtensionTest => !isOfField(test));
