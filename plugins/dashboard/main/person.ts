import { type Database, visibleText } from '@atelier/kernel';
import type { Ended, Person, Step } from '../contract/index.ts';

const defaultName = 'Atelier';
const steps: readonly string[] = ['welcome', 'channel', 'names', 'complete'] satisfies readonly Step[];

export interface PersonStore {
  read(): Person;
  /** Returns the new values. */
  save(change: Partial<Person>): Person;
}

/** The table `stored`, which has one row. */
export function openPerson(db: Database): PersonStore {
  const one = db.prepare<{ assistant: string; user: string; step: string; ended: Ended }>(
    'SELECT assistant, user, step, ended FROM stored',
  );
  const write = db.prepare('UPDATE stored SET assistant = ?, user = ?, step = ?, ended = ?');
  const read = (): Person => {
    const { assistant = '', user = '', step = 'welcome', ended = 'no' } = one.get() ?? {};
    return {
      assistant: nameOf(assistant) || defaultName,
      user: nameOf(user),
      // A step that this version does not have is replaced by the first one.
      step: steps.includes(step) ? (step as Step) : 'welcome',
      ended,
    };
  };
  return {
    read,
    save(change) {
      const next = { ...read(), ...change };
      write.run(nameOf(next.assistant), nameOf(next.user), next.step, next.ended);
      return read();
    },
  };
}

/** One line of visible characters: it stands in sentences, and in the prompt of models. */
function nameOf(text: string): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return visibleText(line, 'name').slice(0, 40).trim();
}
