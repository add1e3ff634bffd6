import type { Contributions, Notification } from '@atelier/kernel';
import { visibleText } from '@atelier/kernel';
import { plainText } from '@atelier/kernel/plain-text';
import type { Action, RuleAction, RuleCondition } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { allHold, type ExtensionTest } from '../events/conditions.ts';
import { problemOf } from '../problems.ts';
import type { Outcome, StoredDelivery } from '../store/receipts.ts';
import { writeResult } from './file-delivery.ts';
import { type Instructing, instruct } from './instruct.ts';
import { failureOf, usualMinutes, withinMinutes } from './limited.ts';
import type { Run } from './runner.ts';

export interface Acting extends Instructing {
  readonly actions: Pick<Contributions<RuleAction>, 'items'>;
  readonly conditions: Pick<Contributions<RuleCondition>, 'items'>;
  command(command: string, args: unknown): Promise<unknown>;
  notify(notification: Notification): Promise<void>;
  /** The folders that the person chose for results. */
  folders(): readonly string[];
  /** What is told of a run that ended, in the person's language. */
  words(outcome: Outcome): Promise<string>;
}

const most = { body: 300, text: 4000 };
const conditionMs = 10_000;

/** Does what a rule says, and tells the person as it says. Never rejects. */
export async function act(parts: Acting, run: Run, signal: AbortSignal): Promise<Outcome> {
  const outcome = await done(parts, run, signal).catch(failureOf);
  if (outcome.status === 'skipped' || signal.aborted) return outcome;
  const delivery = await told(parts, run, outcome).catch((error): StoredDelivery => {
    return { kind: 'notification', status: 'failed', at: parts.now(), problem: problemOf(error) };
  });
  // A rule whose only work is to tell has failed if it could not.
  if (delivery?.status === 'failed' && run.rule.draft.action.kind === 'notify')
    return { ...outcome, status: 'failed', reason: 'error', ...(delivery.problem && { problem: delivery.problem }), delivery };
  return delivery === undefined ? outcome : { ...outcome, delivery };
}

async function done(parts: Acting, run: Run, signal: AbortSignal): Promise<Outcome> {
  const { draft } = run.rule;
  const { minutes = usualMinutes } = draft.limits ?? {};
  if (run.isConditional) {
    const asked = allHold(draft, run.event?.fields ?? {}, (test, event) => asks(parts, test, event));
    if (!(await withinMinutes(minutes, signal, asked))) return { status: 'skipped', reason: 'condition' };
  }
  const { action } = draft;
  if (action.kind === 'instruction') return await instruct(parts, run, action, signal);
  return await withinMinutes(minutes, signal, acted(parts, run, action));
}

async function acted({ actions, command }: Acting, { event }: Run, action: Exclude<Action, { kind: 'instruction' }>): Promise<Outcome> {
  if (action.kind === 'command') return { status: 'ran', answer: textIn(await command(action.command, action.args ?? {})) };
  if (action.kind === 'extension') {
    const { from, id, settings = {} } = action;
    const offered = actions.items.find(item => item.from === from && item.value.id === id);
    if (offered === undefined) throw errors['automation/not-offered']({ from, id });
    return { status: 'ran', answer: textIn(await command(offered.value.command, { settings, event: event?.fields ?? {} })) };
  }
  return { status: 'ran', ...(action.kind === 'notify' && { answer: action.text }) };
}

/** The text that a command answers, if it does. */
function textIn(answer: unknown): string {
  const { text = answer } = Object(answer) as { readonly text?: unknown };
  return typeof text === 'string' ? visibleText(text.slice(0, most.text), 'prose') : '';
}

/** An extension's own condition; one that is gone, fails or does not answer in time does not hold. */
async function asks({ conditions, command }: Acting, { from, id }: ExtensionTest, event: unknown): Promise<boolean> {
  const offered = conditions.items.find(item => item.from === from && item.value.id === id);
  if (offered === undefined) throw errors['automation/not-offered']({ from, id });
  const answer = await withinMinutes(conditionMs / 60_000, new AbortController().signal, command(offered.value.command, { event }));
  return (Object(answer) as { readonly holds?: unknown }).holds === true;
}

async function told(parts: Acting, { rule }: Run, outcome: Outcome): Promise<StoredDelivery | undefined> {
  const { deliver, action } = rule.draft;
  const isNews =
    outcome.status === 'failed'
      ? deliver !== 'never'
      : action.kind === 'notify' ||
        deliver === 'always' ||
        (deliver === 'something' && outcome.quiet !== true && outcome.answer !== undefined);
  if (!isNews) return undefined;
  const { to } = rule.draft;
  if (to === undefined || outcome.status === 'failed') return await notified(parts, rule, await parts.words(outcome));
  const at = parts.now();
  if (to.kind !== 'file') {
    const { kind, ...place } = to;
    if (!parts.isForOther()) return { kind, status: 'waiting', at, ...place };
    return { kind, status: 'failed', at, ...place, problem: problemOf(errors['automation/not-for-others']({})) };
  }
  try {
    if (!parts.folders().includes(to.folder)) throw errors['automation/not-chosen']({ folder: to.folder });
    const text = `${(await parts.words(outcome)).trimEnd()}\n`;
    return { kind: 'file', status: 'sent', at, ...(await writeResult(to.folder, { title: rule.title, at, text })) };
  } catch (error) {
    const problem = problemOf(error);
    await notified(parts, rule, await parts.words({ status: 'failed', problem }));
    return { kind: 'file', status: 'failed', at, problem };
  }
}

async function notified(parts: Acting, { id, title }: Run['rule'], words: string): Promise<StoredDelivery> {
  const at = parts.now();
  try {
    await parts.notify({
      title,
      body: plainText(words.slice(0, most.text)).slice(0, most.body),
      command: 'automation.open',
      args: { rule: id },
      keep: true,
    });
    return { kind: 'notification', status: 'sent', at };
  } catch (error) {
    return { kind: 'notification', status: 'failed', at, problem: problemOf(error) };
  }
}
