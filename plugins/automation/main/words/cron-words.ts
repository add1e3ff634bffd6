import type { Language, Trigger } from '../../contract/index.ts';
import { demandReadable } from '../time/occurrences.ts';
import { lexicons } from './lexicon.ts';
import { match, phrase } from './phrase.ts';
import type { Range, Token } from './tokens.ts';

type Cron = Extract<Trigger, { kind: 'cron' }>;

const leads = { en: phrase('on? the schedule'), fr: phrase("selon l ' horaire") } as const;

/** A schedule without words of its own, as `describe` says it. */
export const scheduleWords = (cron: string, language: Language): string =>
  language === 'en' ? `on the schedule ${cron}` : `selon l’horaire ${cron}`;

/** The five fields of a schedule that are said at a token: "on the schedule *\/7 * * * *". Without a trigger if they cannot be read. */
export function scheduleAt(
  tokens: readonly Token[],
  start: number,
  language: Language,
  zone: string,
): (Range & { readonly trigger?: Cron }) | undefined {
  let end = match(lexicons[language], leads[language], tokens, start)?.end;
  if (end === undefined) return undefined;
  const fields: string[] = [];
  const isClose = (at: number) => tokens[at]?.start === tokens[at - 1]?.end;
  while (fields.length < 5 && /^[0-9a-z*]+$/.test(tokens[end]?.word ?? '')) {
    let field = '';
    const isPart = (at: number) => /^[0-9a-z*/#-]+$/.test(tokens[at]?.word ?? '') || (tokens[at]?.word === ',' && isClose(at + 1));
    while (tokens[end] !== undefined && (field === '' || isClose(end)) && isPart(end)) {
      field += tokens[end]?.word;
      end += 1;
    }
    fields.push(field);
  }
  // Fewer are no schedule: "on the schedule of the team".
  if (fields.length < 5 || !/[0-9*]/.test(fields[0] ?? '')) return undefined;
  const trigger: Cron = { kind: 'cron', cron: fields.join(' '), zone };
  try {
    demandReadable(trigger);
    return { start, end, trigger };
  } catch {
    return { start, end };
  }
}
