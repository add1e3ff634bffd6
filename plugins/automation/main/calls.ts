import { type Handlers, type Locale, visibleText } from '@atelier/kernel';
import type { AutomationShape, Draft, EventFields, Place, Rule } from '../contract/index.ts';
import type { Automation } from './automation.ts';
import { errors } from './errors.ts';
import { mayHold } from './events/conditions.ts';
import { fieldsOf } from './events/event.ts';
import { demandOffered, offersView } from './offers.ts';
import { type PreflightParts, placeOf, preflight } from './preflight.ts';
import { realFolder } from './runs/file-delivery.ts';
import { promptOf } from './runs/prompt.ts';
import { templates } from './templates.ts';
import { type Clock, ownZone } from './time/clock.ts';
import { demandDue, demandReadable, demandZone, isTimed, nextDue } from './time/occurrences.ts';
import { rulesView, ruleView, shownTitle, summaryView } from './views.ts';
import { localOf, momentOf } from './words/calendar.ts';
import { describe } from './words/describe.ts';
import { understand } from './words/understand.ts';

export interface CallParts extends PreflightParts {
  readonly automation: Automation;
  readonly clock: Clock;
  language(): Promise<Locale>;
  pickFolder(): Promise<string | undefined>;
}

export type Calls = Handlers<AutomationShape>;
type Params<Name extends keyof AutomationShape['calls']> = AutomationShape['calls'][Name]['params'];

/** Everything that a view may ask of the rules. */
export function automationCalls(parts: CallParts): Calls {
  const { automation, clock, language, offers } = parts;
  const { rules, receipts, scheduler, events } = automation;
  const now = () => clock.now();
  const view = async (id: string): Promise<Rule> => ruleView(automation, rules.get(id), await language());
  return {
    async list() {
      scheduler.nudge();
      return { rules: rulesView(automation, await language()), paused: automation.pause.get() };
    },
    get: ({ id }) => view(id),
    save: async params => await view(save(parts, params, undefined)),
    async remove({ id }) {
      automation.remove(id);
      return null;
    },
    async setOn({ id, on }) {
      const { draft } = on ? rules.usable(id) : rules.get(id);
      if (on && draft !== undefined) demandDue(draft.trigger, now());
      scheduler.nudge();
      rules.switch(id, on, now());
      automation.changed();
      return await view(id);
    },
    async pauseAll() {
      automation.setPaused(true);
      return null;
    },
    async resumeAll() {
      automation.setPaused(false);
      return null;
    },
    async setWhileClosed({ on }) {
      await automation.closed.turn(on);
      return null;
    },
    runNow: async ({ id }) => receipts.get(automation.runNow(id), await language()),
    async stop({ id }) {
      automation.runner.stop(rules.get(id).id);
      return null;
    },
    async dryRun({ draft, event }) {
      demandReadable(draft.trigger);
      demandOffered(draft, offers);
      const fields = fieldsOf(event ?? exampleOf(draft));
      const { needs } = await preflight(parts, draft, await language());
      const text = textOf(draft, fields);
      const told = { event: fields, needs, ...(text !== undefined && { text }) };
      if (!mayHold(draft, fields)) return { would: 'skip', reason: 'condition', ...told };
      return automation.pause.get() ? { would: 'skip', reason: 'paused', ...told } : { would: 'run', ...told };
    },
    async receipts(query) {
      events.flush();
      return receipts.page(query, await language());
    },
    receipt: async ({ id }) => receipts.get(id, await language()),
    async nextRuns({ trigger, from = now(), count = 3 }) {
      demandReadable(trigger);
      return scheduler.nextRuns(trigger, from, count);
    },
    async understand({ text, language: said, zone = ownZone() }) {
      demandZone(zone);
      return understand(text, { zone, now: now(), ...(said && { language: said }) });
    },
    describe: async ({ draft, language: to }) => described(draft, to, now(), await placeOf(parts, draft)),
    preflight: async ({ draft }) => await preflight(parts, draft, await language()),
    templates: async ({ language: to }) => templates(to, ownZone(), now()),
    offers: async () => offersView(offers),
    folders: async () => [...automation.folders.all()],
    async chooseFolder() {
      const picked = await parts.pickFolder();
      const folder = picked === undefined ? undefined : await realFolder(picked);
      if (folder !== undefined) automation.folders.add(folder);
      return folder ?? null;
    },
    places: async () => [...(await parts.places())],
    webhook: async ({ id }) => await automation.webhooks.view(rules.get(id), await language()),
    async renewWebhook({ id }) {
      const secret = await automation.webhooks.renew(rules.get(id));
      return { webhook: await automation.webhooks.view(rules.get(id), await language()), secret };
    },
    async summary({ since }) {
      scheduler.nudge();
      events.flush();
      const { year, month, day } = localOf(now(), ownZone());
      return summaryView(automation, since ?? momentOf({ year, month, day, hour: 0, minute: 0 }, ownZone()), await language());
    },
  };
}

/**
 * Creates or changes a rule, and returns its id. One that an extension saves stays off until the person switches it on; one of a model was
 * agreed to by the person.
 */
export function save(
  { automation, clock, offers }: CallParts,
  { id, version, draft, on }: Params<'save'>,
  extension: string | undefined,
  by = extension,
): string {
  const { rules, scheduler } = automation;
  const there = id === undefined ? undefined : rules.usable(id);
  const isOn = extension === undefined ? (on ?? there?.on ?? true) : false;
  demandReadable(draft.trigger);
  // One that is off may be of a time that has passed; whether there is any such time at all is known.
  if (isOn || draft.trigger.kind === 'cron') demandDue(draft.trigger, clock.now());
  demandOffered(draft, offers);
  if (draft.to?.kind === 'file' && !automation.folders.all().includes(draft.to.folder))
    throw errors['automation/not-chosen']({ folder: draft.to.folder });
  // What was due until now was due by the rule as it was.
  scheduler.nudge();
  // What others propose is kept as the person sees it, so that nothing else runs.
  const kept = by === undefined ? draft : visibleDraft(draft);
  const saved =
    there === undefined ? rules.add(kept, isOn, by, clock.now()) : rules.replace(there.id, version ?? 0, kept, isOn, clock.now());
  automation.changed();
  return saved.id;
}

function visibleDraft({ title, action, ...rest }: Draft): Draft {
  const seen = (text: string, most: number) => visibleText(text, 'prose').slice(0, most);
  const work =
    action.kind === 'instruction'
      ? { ...action, instruction: seen(action.instruction, 8000) }
      : action.kind === 'notify'
        ? { ...action, text: seen(action.text, 500) }
        : action;
  return { ...rest, title: shownTitle(title), action: work };
}

/** Throws unless the rule is one that this extension has saved. */
export function demandOwn({ automation }: CallParts, id: string, by: string): void {
  const rule = automation.rules.get(id);
  if (rule.by !== by) throw errors['automation/not-yours']({ id: by, title: rule.title });
}

function described(draft: Draft, language: Locale, now: number, place: Place | undefined) {
  const zone = isTimed(draft.trigger) && draft.trigger.kind !== 'every' ? draft.trigger.zone : ownZone();
  const isSame = (sentence: string) => {
    const again = understand(sentence, { language, zone, now }).draft;
    return again !== undefined && isSameRule(draft, again, now);
  };
  return describe(draft, language, zone, isSame, place);
}

/** The title and the words that it was written with are not what it does. An interval is the same if it is due at the same times. */
function isSameRule(a: Draft, b: Draft, now: number): boolean {
  const bare = ({ title: _title, sentence: _sentence, trigger, ...rest }: Draft) => {
    const due = trigger.kind === 'every' ? { everyMs: trigger.everyMs, due: nextDue(trigger, now) } : trigger;
    return JSON.stringify(sorted({ ...rest, trigger: due, conditions: rest.conditions ?? [] }));
  };
  return bare(a) === bare(b);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

function textOf({ action, deliver }: Draft, fields: EventFields): string | undefined {
  if (action.kind === 'notify') return action.text;
  return action.kind === 'instruction' ? promptOf({ instruction: action.instruction, deliver }, { fields, sources: [] }) : undefined;
}

/** An event of the kind that a draft waits for; none for a time. */
function exampleOf({ trigger }: Draft): EventFields {
  if (trigger.kind === 'webhook') return { text: 'Example' };
  if (trigger.kind !== 'event') return {};
  const project = trigger.project ?? 'p1';
  const conversation = { conversation: 'c1', title: 'Example', project };
  switch (trigger.event) {
    case 'projectCreated':
      return { project, folder: '/home/me/project' };
    case 'messageReceived':
      return { ...conversation, text: 'Example' };
    case 'turnEnded':
      return { ...conversation, ended: 'done', text: 'Example' };
    case 'fileChanged':
      return { ...conversation, path: 'src/example.ts' };
    case 'conversationCreated':
      return conversation;
  }
}
