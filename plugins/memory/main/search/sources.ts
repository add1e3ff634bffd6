import { type AppError, type Contributions, isAppError, type Locale, visibleText } from '@atelier/kernel';
import type { MemorySource, SourceFound, SourceItem } from '../../contract/index.ts';
import { errors } from '../errors.ts';

const limitMs = 5000;
const usualLimit = 10;
const most = { items: 20, id: 200, title: 200, text: 2000 };

export interface Sources {
  readonly sources: Pick<Contributions<MemorySource>, 'items'>;
  run(command: string, args: unknown): Promise<unknown>;
  language(): Promise<Locale>;
}

/** Asks the sources of extensions, each by a command of its own: the kernel takes no source that names another's. */
export async function searchSources(
  { sources, run, language }: Sources,
  { text, limit = usualLimit }: { readonly text: string; readonly limit?: number },
): Promise<SourceFound[]> {
  const locale = await language();
  return await Promise.all(
    sources.items.map(async ({ from, value: { id, title, command } }): Promise<SourceFound> => {
      const found = { from, id, title: visibleText(title, 'name') };
      try {
        return { ...found, items: itemsOf(await inTime(run(command, { text, limit }), limitMs)).slice(0, limit) };
      } catch (error) {
        const { code, message } = problemOf(found, error, locale).toRecord(locale);
        return { ...found, items: [], problem: { code, message } };
      }
    }),
  );
}

/** Why a source found nothing. */
export function problemOf({ from, title }: Pick<SourceFound, 'from' | 'title'>, error: unknown, locale: Locale): AppError {
  const why = isAppError(error) ? error.in(locale) : String((error as Error).message);
  return errors['memory/source-failed']({ title, from, why });
}

export async function inTime(answer: Promise<unknown>, ms: number): Promise<unknown> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Late(`${ms / 1000} s`)), ms);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** What was asked did not answer in time. */
export class Late extends Error {}

export function itemsOf(answer: unknown): SourceItem[] {
  const { items } = Object(answer) as { readonly items?: unknown };
  if (!Array.isArray(items)) throw new Error('no items');
  return items.slice(0, most.items).flatMap(item => {
    const { id, title, text, score } = Object(item) as Readonly<Record<string, unknown>>;
    if (typeof id !== 'string' || typeof title !== 'string' || typeof text !== 'string') return [];
    const nearness = typeof score === 'number' && score >= 0 ? Math.min(1, score) : 0;
    const shown = { title: visibleText(title.slice(0, most.title), 'name'), text: visibleText(text.slice(0, most.text), 'prose') };
    return [{ id: id.slice(0, most.id), ...shown, score: nearness }];
  });
}
