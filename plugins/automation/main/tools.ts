import type { AgentService } from '@atelier/agent/contract';
import { type AppError, type Locale, visibleText } from '@atelier/kernel';
import type { Draft } from '../contract/index.ts';
import { type CallParts, namesOf, save } from './calls.ts';
import { wrongIn } from './form.ts';
import { preflight } from './preflight.ts';
import { ownZone } from './time/clock.ts';
import { isTimed } from './time/occurrences.ts';
import { rulesView } from './views.ts';
import { describe } from './words/describe.ts';
import type { Names } from './words/names.ts';
import { speak } from './words/speech.ts';
import { understand } from './words/understand.ts';

/** How long a question to the person waits. */
const answerMs = 600_000;
const refused = 'The person did not agree, so nothing was changed. Do not try it again in other words.';
const noPerson = 'Nobody is here to agree, so nothing was changed.';
const mostListed = 100;

type Args = Readonly<Record<string, unknown>>;

export interface ToolParts extends CallParts {
  readonly agent: AgentService;
}

/** The tools with which a model schedules, lists and removes rules, by their commands. A change always ends in a question to the person. */
export function modelTools(parts: ToolParts): Readonly<Record<string, (call: unknown) => Promise<{ text: string }>>> {
  const { automation, language } = parts;
  const tool = (run: (args: Args, conversation: string, locale: Locale) => Promise<string>) => async (call: unknown) => {
    const { args = {}, conversation } = Object(call) as { readonly args?: Args; readonly conversation?: string };
    try {
      return { text: conversation === undefined ? noPerson : await run(args, conversation, await language()) };
    } catch (error) {
      // The model reads why, and goes on.
      return { text: (error as AppError).message };
    }
  };
  return {
    'automation.toolSchedule': tool(
      async ({ sentence }, conversation, locale) => await schedule(parts, String(sentence), conversation, locale),
    ),
    'automation.toolList': tool(async (_args, _conversation, locale) => {
      const rules = rulesView(automation, locale).slice(0, mostListed);
      if (rules.length === 0) return 'There are no rules.';
      return rules
        .map(({ id, title, state, nextAt, draft }) => {
          const next = nextAt === undefined ? '' : `, next ${new Date(nextAt).toISOString()}`;
          return `- [${id}] ${JSON.stringify(title)}, ${state}${next}: ${whenOf(draft)}`;
        })
        .join('\n');
    }),
    'automation.toolDelete': tool(async ({ id }, conversation, locale) => {
      const rule = automation.rules.get(String(id));
      // Two may have one title, and a model chooses those of its own.
      if (!(await agrees(parts, conversation, questions[locale].remove, [rule.title, ...doneBy(rule.draft, locale)].join('\n'))))
        return refused;
      automation.remove(rule.id);
      return 'Removed.';
    }),
  };
}

/** One that was stored out of bounds has no words, and the others have. */
function whenOf(draft: Draft | undefined): string {
  if (draft === undefined) return 'not readable here';
  return wrongIn({ draft }) === undefined ? speak(draft, 'en', ownZone()).when : 'out of bounds, it cannot be switched on';
}

/** When it runs and what it does; nothing of one that has no words. */
function doneBy(draft: Draft | undefined, locale: Locale): string[] {
  if (draft === undefined || wrongIn({ draft }) !== undefined) return [];
  const { when, ifs, work } = speak(draft, locale, ownZone());
  return [when, ...(ifs === undefined ? [] : [ifs]), work];
}

async function schedule(parts: ToolParts, sentence: string, conversation: string, locale: Locale): Promise<string> {
  const names = await namesOf(parts);
  const reading = { zone: ownZone(), now: parts.clock.now(), names, told: 'en' as const };
  const { draft, missing, unknown, bounds = [], doubts = [] } = understand(sentence.slice(0, 2000), reading);
  if (draft === undefined) {
    const lacks = missing.map(what => (what === 'when' ? 'when it runs' : 'what it does')).join(' and ');
    const unread = unknown.map(({ start, end }) => JSON.stringify(sentence.slice(start, end))).join(', ');
    const why = [lacks && `it lacks ${lacks}`, unread && `not read: ${unread}`].filter(one => one !== '').join('; ');
    return [`Not understood: ${why}.`, ...bounds, 'Say it like "Every weekday at 8:30, list the open issues".'].join(' ');
  }
  const { needs, refused: not } = await preflight(parts, draft, locale);
  const { when, ifs, work, clauses } = speak(draft, locale, ownZone(), names);
  const lines = [
    when,
    ...(ifs === undefined ? [] : [ifs]),
    work,
    ...clauses.map(({ text }) => text),
    ...needs.map(({ text }) => text),
    ...not,
    ...doubts,
  ];
  if (!(await agrees(parts, conversation, questions[locale].schedule, lines.join('\n')))) return refused;
  const id = save(parts, { draft, on: true }, undefined, 'model');
  return savedWords(parts, id, draft, names, doubts);
}

/** What was saved, in words, and when it runs: what was meant otherwise can be seen. */
function savedWords({ automation, clock }: ToolParts, id: string, draft: Draft, names: Names, doubts: readonly string[]): string {
  const { sentence } = describe(draft, 'en', ownZone(), () => true, names);
  const runs = automation.scheduler.nextRuns(draft.trigger, clock.now(), 3).map(at => new Date(at).toISOString());
  const idle = isTimed(draft.trigger) ? 'Nothing is due while all rules are paused.' : 'It runs when that happens.';
  const next = runs.length === 0 ? idle : `${runs.length === 1 ? 'It runs once' : 'Its next runs'}: ${runs.join(', ')}.`;
  return [`Scheduled, id ${id}: ${JSON.stringify(sentence)}`, next, ...doubts].join(' ');
}

/** Whether the person says yes. Nobody is asked while a rule runs: no run waits for a person. */
async function agrees({ agent, automation }: ToolParts, conversation: string, title: string, text: string): Promise<boolean> {
  if (automation.isRunning(conversation)) return false;
  return (await agent.ask(conversation, { kind: 'confirm', title, text: visibleText(text, 'prose') }, answerMs)) !== undefined;
}

const questions = {
  en: { schedule: 'Save this automation?', remove: 'Remove this automation?' },
  fr: { schedule: 'Enregistrer cette automatisation ?', remove: 'Supprimer cette automatisation ?' },
} as const;
