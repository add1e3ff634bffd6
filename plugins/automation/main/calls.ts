import type { AgentService } from '@atelier/agent/contract';
import { type Handlers, type Locale, visibleText } from '@atelier/kernel';
import { type AutomationShape, allowedAs, type Draft, type EventFields, fitting, isSameWork, type Rule } from '../contract/index.ts';
import type { Automation } from './automation.ts';
import { errors } from './errors.ts';
import { mayHold } from './events/conditions.ts';
import { fieldsOf } from './events/event.ts';
import { demandForm } from './form.ts';
import { demandCommand, demandOffered, offersView } from './offers.ts';
import { type PreflightParts, preflight } from './preflight.ts';
import { realFolder } from './runs/file-delivery.ts';
import { promptOf } from './runs/prompt.ts';
import { templates } from './templates.ts';
import { type Clock, ownZone } from './time/clock.ts';
import { demandDue, demandReadable, demandZone, isTimed } from './time/occurrences.ts';
import { rulesView, ruleView, shownTitle, summaryView } from './views.ts';
import { begunIn } from './way-back.ts';
import { localOf, momentOf } from './words/calendar.ts';
import { describe } from './words/describe.ts';
import { givenOf, mostGiven, visibleGiven } from './words/given.ts';
import type { Names } from './words/names.ts';
import { isSameRule } from './words/same-rule.ts';
import { understand } from './words/understand.ts';

export interface CallParts extends PreflightParts {
  readonly agent: PreflightParts['agent'] & Pick<AgentService, 'transcript'>;
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
    async restore({ id }) {
      automation.restore(id);
      return await view(id);
    },
    async setOn({ id, version, on }) {
      const { draft } = on ? rules.seen(id, version) : rules.get(id);
      if (on && draft !== undefined) {
        demandForm({ draft });
        demandDue(draft.trigger, now());
        demandShown(draft);
        demandCommand(draft, parts.commands);
      }
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
    async dismissProposals({ by, seen }) {
      return automation.dismiss(by, seen);
    },
    async runNow({ id, version }) {
      rules.seen(id, version);
      return receipts.get(automation.runNow(id), await language());
    },
    async stop({ id }) {
      automation.runner.stop(rules.get(id).id);
      return null;
    },
    async dryRun({ draft, event }) {
      demandReadable(draft.trigger);
      demandOffered(draft, offers);
      const fields = fieldsOf(event ?? exampleOf(draft));
      const { needs } = await preflight(parts, draft, await language());
      const text = textOf(draft, fields, await language());
      const told = { event: fields, needs, ...(text !== undefined && { text: visibleText(text, 'prose') }) };
      if (!mayHold(draft, fields)) return { would: 'skip', reason: 'condition', ...told };
      return automation.pause.get() ? { would: 'skip', reason: 'paused', ...told } : { would: 'run', ...told };
    },
    async receipts(query) {
      events.flush();
      return receipts.page(query, await language());
    },
    receipt: async ({ id }) => receipts.get(id, await language()),
    async begunBy({ conversation, entry }) {
      const begun = await begunIn(automation, parts.agent, conversation);
      return (begun.find(one => one.entry === entry) ?? begun[0])?.rule ?? null;
    },
    async transcript({ id }) {
      receipts.get(id, await language());
      return automation.transcripts.of(id);
    },
    async nextRuns({ trigger, from = now(), count = 3 }) {
      demandReadable(trigger);
      return scheduler.nextRuns(trigger, from, count);
    },
    async understand({ text, language: said, zone = ownZone(), before }) {
      demandZone(zone);
      const reading = { zone, now: now(), names: await namesOf(parts), told: await language() };
      return understand(text, { ...reading, ...(said && { language: said }), ...(before && { before }) });
    },
    describe: async ({ draft, language: to }) => described(draft, to, now(), await namesOf(parts)),
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
  { automation, clock, offers, commands }: CallParts,
  rule: Params<'save'>,
  extension: string | undefined,
  by = extension,
): string {
  demandForm(rule, extension);
  const { id, version, on, approved } = rule;
  const { rules, scheduler } = automation;
  const there = id === undefined ? undefined : rules.usable(id);
  const draft = approvedDraft(rule.draft, there?.draft, approved === true);
  const isOn = extension === undefined ? (on ?? there?.on ?? true) : false;
  demandReadable(draft.trigger);
  // One that is off may be of a time that has passed; whether there is any such time at all is known.
  if (isOn || draft.trigger.kind === 'cron') demandDue(draft.trigger, clock.now());
  demandOffered(draft, offers);
  demandCommand(draft, commands);
  if (extension !== undefined && there === undefined) demandPlace(rules, extension);
  if (draft.to?.kind === 'file' && !automation.folders.all().includes(draft.to.folder))
    throw errors['automation/not-chosen']({ folder: draft.to.folder });
  // More than secure access, only the person gives.
  if (by !== undefined && isWide(draft)) throw errors['automation/wider']({ id: by });
  // What others propose is kept as the person sees it, so that nothing else runs.
  const kept = by === undefined ? draft : visibleDraft(draft);
  demandShown(kept);
  // What was due until now was due by the rule as it was.
  scheduler.nudge();
  const saved =
    there === undefined
      ? rules.add(kept, isOn, by, clock.now(), extension !== undefined)
      : rules.replace(there.id, version ?? 0, kept, isOn, clock.now(), extension !== undefined);
  // A webhook that waits again has a new secret, also where it was not forgotten when it ended.
  if ((there?.draft.trigger.kind === 'webhook') !== (kept.trigger.kind === 'webhook')) automation.webhooks.forget(saved.id);
  automation.changed();
  return saved.id;
}

/** What a rule may do beyond secure access is of the action that it was given for. */
function approvedDraft(draft: Draft, there: Draft | undefined, isApproved: boolean): Draft {
  const fit = fitting(draft);
  return there === undefined || isApproved || isSameWork(there, fit) ? fit : allowedAs(fit);
}

/** How many rules of one extension there are at most, and how many of them wait for the person. */
const mostOf = { rules: 100, proposals: 20 };

function demandPlace(rules: Automation['rules'], extension: string): void {
  const its = rules.of(extension);
  const { proposals, rules: most } = mostOf;
  if (its.filter(({ proposed }) => proposed).length >= proposals)
    throw errors['automation/too-many-proposals']({ id: extension, most: proposals });
  if (its.length >= most) throw errors['automation/too-many-of']({ id: extension, most });
}

const isWide = ({ action }: Draft): boolean =>
  action.kind === 'instruction' && (action.access === 'open' || (action.commands ?? []).length > 0);

/** Without words of its own: what a person reads is said from what the rule does. */
function visibleDraft({ title, action, conditions, sentence: _sentence, ...rest }: Draft): Draft {
  const seen = (text: string, most: number) => visibleText(text, 'prose').slice(0, most);
  const tests = conditions?.map(group =>
    group.map(test => ('field' in test ? { ...test, field: seen(test.field, 64), value: seen(test.value, 500) } : test)),
  );
  return { ...rest, title: shownTitle(title), ...(tests && { conditions: tests }), action: visibleAction(action, seen) };
}

function visibleAction(action: Draft['action'], seen: (text: string, most: number) => string): Draft['action'] {
  switch (action.kind) {
    case 'instruction':
      return {
        ...{ ...action, instruction: seen(action.instruction, 8000) },
        ...(action.model !== undefined && { model: seen(action.model, 200) }),
      };
    case 'notify':
      return { ...action, text: seen(action.text, 500) };
    case 'emit':
      return { ...action, event: seen(action.event, 100) };
    default:
      return visibleGiven(action);
  }
}

/** Throws if an action is given more than a person is shown before. */
function demandShown({ title, action }: Draft): void {
  if (!givenOf(action).isWhole) throw errors['automation/unseen']({ title: shownTitle(title), ...mostGiven });
}

/** Throws unless the rule is one that this extension has saved, and the person has neither saved nor switched on since. */
export function demandOwn({ automation }: CallParts, id: string, by: string): void {
  const rule = automation.rules.get(id);
  if (rule.by !== by) throw errors['automation/not-yours']({ id: by, title: rule.title });
  if (!rule.proposed) throw errors['automation/taken-over']({ id: by, title: rule.title });
}

/** What a sentence may name now. */
export async function namesOf({ conversations, providers, places, offers }: CallParts): Promise<Names> {
  const [projects, models, threads] = await Promise.all([conversations.projects(), providers.listModels(), places()]);
  return { projects, models: models.map(({ id, name }) => ({ id, name })), places: threads, actions: offersView(offers).actions };
}

function described(draft: Draft, language: Locale, now: number, names: Names) {
  const zone = isTimed(draft.trigger) && draft.trigger.kind !== 'every' ? draft.trigger.zone : ownZone();
  const isSame = (sentence: string) => {
    // No sentence names a zone.
    const again = understand(sentence, { language, zone: ownZone(), now, names }).draft;
    return again !== undefined && isSameRule(draft, again, now);
  };
  return describe(draft, language, zone, isSame, names);
}

function textOf({ action, deliver }: Draft, fields: EventFields, locale: Locale): string | undefined {
  if (action.kind === 'notify') return action.text;
  if (action.kind === 'instruction') return promptOf({ instruction: action.instruction, deliver }, { fields, sources: [] }, locale);
  const { lines } = givenOf(action);
  return lines.length === 0 ? undefined : lines.join('\n');
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
