import type { BlackBoxService, Locale, PersonNotice } from '@atelier/kernel';
import type { Happened, Turn } from '../../contract/index.ts';
import { type Incident, type Story, storyOf, toldOfCutOff } from './story.ts';
import { headline, lineText, lineTime, lostText, pointer } from './words.ts';

/** The command that shows the page. */
const command = 'diagnostics.openHappened';

export interface HappenedParts {
  readonly blackBox: Pick<BlackBoxService, 'read'>;
  /** The title of a conversation whose turn was cut and can go on now; undefined for any other. */
  titleOfCut(conversation: string): Promise<string | undefined>;
}

/** The page: what happened last that nobody asked for, what was lost by it, and what can go on. */
export async function happened({ blackBox, titleOfCut }: HappenedParts, locale: Locale, now: number): Promise<Happened> {
  const story = storyOf(await blackBox.read());
  const titles = await Promise.all(story.cut.map(conversation => titleOfCut(conversation).catch(() => undefined)));
  const { incident, since = now } = story;
  return {
    headline: spaced(headline(incident, since, now)[locale]),
    isQuiet: incident === undefined,
    lost: incident === undefined ? [] : lostBy(incident, story, locale).map(spaced),
    turns: story.cut.flatMap((conversation, at): Turn[] => (titles[at] === undefined ? [] : [{ conversation, title: titles[at] }])),
    lines: story.lines.flatMap(line => {
      const text = lineText(line, locale);
      return text === undefined ? [] : [{ time: lineTime(line.at, now, locale), text: spaced(text) }];
    }),
  };
}

/** A notice if this run began after an end that nobody asked for; only once. */
export async function noticeOfStart(blackBox: Pick<BlackBoxService, 'read'>, now: number): Promise<PersonNotice | undefined> {
  const { incident, isNews } = storyOf(await blackBox.read());
  return isNews && incident !== undefined ? notice(toldOfCutOff, incident, now) : undefined;
}

export function noticeOfEngine(how: string, now: number): PersonNotice {
  return notice('diagnostics/engine-ended', { kind: 'engine', at: now, how, cutTurns: false }, now);
}

function notice(code: string, incident: Incident, now: number): PersonNotice {
  const { en, fr } = headline(incident, now, now);
  return { code, en: `${en} ${pointer.en}`, fr: `${fr} ${pointer.fr}`, command };
}

/** With no-break spaces before French signs, so that no line begins with one. */
function spaced(text: string): string {
  return text.replace(/ (?=[:;!?])/g, '\u00a0');
}

/** Only what is true: whatever had to be repaired is named instead of the promise. */
function lostBy({ kind, cutTurns }: Incident, { losses }: Story, locale: Locale): string[] {
  const repaired = losses.flatMap(line => lineText(line, locale) ?? []);
  const words = cutTurns ? [lostText(kind === 'engine' ? 'noWord' : 'second', locale)] : [];
  return [...(repaired.length > 0 ? repaired : [lostText('nothing', locale)]), ...words];
}
