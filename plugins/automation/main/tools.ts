import type { AgentService } from '@atelier/agent/contract';
import { type AppError, type Locale, visibleText } from '@atelier/kernel';
import { type CallParts, save } from './calls.ts';
import { preflight } from './preflight.ts';
import { ownZone } from './time/clock.ts';
import { rulesView } from './views.ts';
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
          return `- [${id}] ${JSON.stringify(title)}, ${state}${next}: ${draft === undefined ? 'of a newer Atelier' : speak(draft, 'en', ownZone()).when}`;
        })
        .join('\n');
    }),
    'automation.toolDelete': tool(async ({ id }, conversation, locale) => {
      const rule = automation.rules.get(String(id));
      if (!(await agrees(parts, conversation, questions[locale].remove, rule.title))) return refused;
      automation.remove(rule.id);
      return 'Removed.';
    }),
  };
}

async function schedule(parts: ToolParts, sentence: string, conversation: string, locale: Locale): Promise<string> {
  const { draft, missing, unknown } = understand(sentence.slice(0, 2000), { zone: ownZone(), now: parts.clock.now() });
  if (draft === undefined) {
    const unread = unknown.map(({ start, end }) => JSON.stringify(sentence.slice(start, end))).join(', ');
    return `Not understood: it lacks ${missing.map(what => (what === 'when' ? 'when it runs' : 'what it does')).join(' and ')}${unread && `; not read: ${unread}`}. Say it like "Every weekday at 8:30, list the open issues".`;
  }
  const { needs, refused: not } = await preflight(parts, draft, locale);
  const { when, ifs, work, clauses } = speak(draft, locale, ownZone());
  const lines = [
    when,
    ...(ifs === undefined ? [] : [ifs]),
    work,
    ...clauses.map(({ text }) => text),
    ...needs.map(({ text }) => text),
    ...not,
  ];
  if (!(await agrees(parts, conversation, questions[locale].schedule, lines.join('\n')))) return refused;
  const id = save(parts, { draft, on: true }, undefined, 'model');
  return `Scheduled, id ${id}.`;
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
