import type { PassedSource } from '@atelier/agent/contract';
import type { EventFields } from '../../contract/index.ts';

/** Something that happened and may set off rules. */
export interface FiredEvent {
  readonly fields: EventFields;
  /** Where its texts come from; none of them is an instruction. */
  readonly sources: readonly PassedSource[];
}

const most = { fields: 20, text: 20_000 };

/** The fields of an event as they are kept: texts of a bounded length under plain names. */
export function fieldsOf(given: unknown): EventFields {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(Object(given)).slice(0, most.fields)) {
    if (/^[A-Za-z][A-Za-z0-9]{0,63}$/.test(name) && typeof value === 'string') fields[name] = value.slice(0, most.text);
  }
  return fields;
}
