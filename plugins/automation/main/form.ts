import type { Locale } from '@atelier/kernel';
import { automationForms } from '../contract/index.ts';
import { errors } from './errors.ts';

type Words = Readonly<Record<Locale, string>>;

/** What has bounds in the schema of a draft, by where it stands there. */
const bounds: ReadonlyMap<string, Words> = new Map<string, Words>([
  [
    '/draft/limits/minutes',
    {
      en: 'A run is stopped after more than 0 and at most 1,440 minutes.',
      fr: 'Une exécution s’arrête après plus de 0 et au plus 1 440 minutes.',
    },
  ],
  ['/draft/limits/tokens', { en: 'A run is stopped after at least one token.', fr: 'Une exécution s’arrête après au moins un jeton.' }],
  ['/draft/limits/money', { en: 'A run is stopped at more than $0.', fr: 'Une exécution s’arrête à plus de 0 $US.' }],
  [
    '/draft/cooldownMs',
    { en: 'The pause between two runs is at most 366 days.', fr: 'La pause entre deux exécutions est d’au plus 366 jours.' },
  ],
  [
    '/draft/missed/lateMs',
    { en: 'What was missed runs at most 366 days late.', fr: 'Ce qui a été manqué s’exécute avec au plus 366 jours de retard.' },
  ],
  [
    '/draft/trigger/everyMs',
    { en: 'An interval is at least a minute and at most 366 days.', fr: 'Un intervalle dure au moins une minute et au plus 366 jours.' },
  ],
  ...['at', 'from'].map((name): [string, Words] => [
    `/draft/trigger/${name}`,
    { en: 'A time is in the years 1 to 9999.', fr: 'Un moment est dans les années 1 à 9999.' },
  ]),
]);

interface Wrong {
  /** Where in the schema, and what of it is not held to. */
  readonly where: string;
  readonly what: Words | string;
  readonly said: Words;
}

const minuteMs = 60_000;

const hasForm = automationForms.calls.save.params;

/** Why something has not the form of a rule that is saved, by the one schema of it; undefined if it has. */
export function wrongIn(rule: unknown): Wrong | undefined {
  if (hasForm(rule)) return undefined;
  const all = hasForm.errors ?? [];
  // Of a choice each branch has its own failures; a bound that is left is of the one that was meant.
  const bound = all.find(({ instancePath, keyword }) => bounds.has(instancePath) && keyword !== 'type' && /inimum|aximum/.test(keyword));
  const [first = bound] = all;
  const where = (bound ?? first)?.instancePath || '/';
  const what = bounds.get(bound?.instancePath ?? '') ?? first?.keyword ?? '';
  const place = `${where} (${typeof what === 'string' ? what : ''})`;
  const unnamed = { en: `It does not have the form of a rule: ${place}.`, fr: `Elle n’a pas la forme d’une règle : ${place}.` };
  return { where, what, said: typeof what === 'string' ? unnamed : what };
}

/** Whether nothing else is wrong of a draft than numbers that are out of bounds, as an older Atelier let them be. */
export function isOnlyOutOfBounds(draft: unknown): boolean {
  const copy: unknown = structuredClone(draft);
  for (const path of bounds.keys()) {
    const steps = path.split('/').slice(2);
    const name = steps.pop() ?? '';
    const holder = steps.reduce<unknown>((at, step) => Object(at)[step], copy);
    if (typeof Object(holder)[name] === 'number')
      (holder as Record<string, number>)[name] = path.startsWith('/draft/limits/') ? 1 : minuteMs;
  }
  return hasForm({ draft: copy });
}

/** Whatever is saved or switched on has the form of a rule: one without could never be shown. */
export function demandForm(rule: unknown, extension?: string): void {
  const wrong = wrongIn(rule);
  if (wrong === undefined) return;
  const { where, what, said } = wrong;
  if (extension !== undefined) throw errors['automation/bad-rule']({ id: extension, where, what });
  throw errors['automation/out-of-bounds']({ what: said });
}
