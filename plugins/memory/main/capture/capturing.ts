import type { AgentService, HiddenAnswer } from '@atelier/agent/contract';
import type { ConversationsService } from '@atelier/conversations/contract';
import { type Database, type InspectionService, isAppError, type Locale, type Log } from '@atelier/kernel';
import type { ProvidersService } from '@atelier/providers/contract';
import type { CaptureHold, Draft, LeftOutReason, Stored } from '../../contract/index.ts';
import { errors, isToDecide } from '../errors.ts';
import { outsideOf, type Place } from '../model/place.ts';
import { secretIn, textsOf, withoutSecrets } from '../secrets.ts';
import type { Store } from '../store/store.ts';
import type { Proposals } from '../upkeep/proposals.ts';
import { type Answered, draftsOf, readAnswer } from './answer.ts';
import type { CaptureChoices } from './choices.ts';
import { sum } from './left-out.ts';
import { heardOf } from './lineage.ts';
import { questionAgain, questionOf } from './question.ts';
import type { CaptureQueue, QueuedCapture, Why } from './queue.ts';
import { type Reading, readNew } from './reading.ts';
import type { Unheard } from './unheard.ts';

const leastCharacters = 200;
const hourMs = 3600 * 1000;
/** A model that says nothing for so long is not waited for. */
const longestMs = 600_000;

export interface CapturingParts {
  readonly db: Database;
  readonly queue: CaptureQueue;
  readonly unheard: Unheard;
  readonly choices: CaptureChoices;
  readonly store: Store;
  readonly proposals: Proposals;
  readonly inspection: Pick<InspectionService, 'redact'>;
  readonly agent: Pick<AgentService, 'transcript' | 'runHidden'>;
  readonly conversations: Pick<ConversationsService, 'describe' | 'isPrivate'>;
  readonly providers: () => Pick<ProvidersService, 'listModels' | 'defaultModel'>;
  placeOf(conversation: string): Promise<Place | undefined>;
  language(): Promise<Locale>;
  /** The topics of the memories that are nearest to a text, of those that models are told there. */
  topics(text: string, project: string | undefined): Promise<readonly string[]>;
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly now: () => number;
}

/** What came of one capture. */
export interface Captured {
  readonly stored: readonly Stored[];
  readonly proposed: number;
}

const nothing: Captured = { stored: [], proposed: 0 };

/**
 * Captures one conversation that is due. What was found, the proposals and the checkpoint are stored in one transaction, so that a capture
 * that is cut is made again, and one that was stored never is.
 */
export async function captureOne(parts: CapturingParts, queued: QueuedCapture): Promise<Captured> {
  const { queue, now, log } = parts;
  const { conversation } = queued;
  queue.begun(queued);
  try {
    return await capture(parts, queued);
  } catch (error) {
    // The app ends: the row says that it ran, and the next start finds it.
    if (parts.signal.aborted) return nothing;
    const why = whyOf(error);
    log.warn(`A conversation was not captured: ${String((error as Error).message)}`, { conversation });
    if (waiting.includes(why.code)) queue.postponed(queued, now() + hourMs, why);
    else queue.failed(queued, now(), why);
    return nothing;
  }
}

/** These do not count as an attempt: nothing was wrong with the conversation. */
const waiting: readonly string[] = ['agent/budget-used-up', 'agent/not-set-up', 'memory/capture-no-model', 'memory/capture-demo'];

async function capture(parts: CapturingParts, queued: QueuedCapture): Promise<Captured> {
  const { queue, conversations, agent, signal, now } = parts;
  const { conversation } = queued;
  using meanwhile = parts.unheard.during();
  const place = await parts.placeOf(conversation);
  if (place === undefined || (await conversations.isPrivate(conversation))) {
    queue.remove(conversation);
    return nothing;
  }
  const outside = place.outside.filter(({ kind }) => kind !== 'instructions');
  const reading = await readNew(agent, conversation, await heardOf(parts, conversation), place.outside.length === 0);
  if (reading.own.length === 0 || (reading.isAll && reading.characters < leastCharacters)) {
    // Without words of the person there is nothing to come back for; too few of them wait for more.
    queue.done(queued, reading.own.length === 0 ? reading.last : undefined, reading.isAll, now());
    return nothing;
  }
  const clean = await cleanOf(parts.inspection, reading);
  const said = clean.own.map(({ text }) => text).join('\n');
  const topics = await parts.topics(said, place.project);
  const { items, more } = await asked(parts, conversation, clean, topics);
  const locale = await parts.language();
  const read: LeftOutReason[] = [];
  const drafts = draftsOf(items, { conversation, project: place.project, own: clean.own, locale }, why => read.push(why));
  const secrets = await Promise.all(drafts.map(draft => secretIn(parts.inspection, textsOf(draft))));
  // The person may have made it private or deleted it meanwhile.
  const isPrivate = await conversations.isPrivate(conversation).catch(() => true);
  if (signal.aborted) return nothing;
  if (isPrivate) queue.remove(conversation);
  if (isPrivate || !queue.runs(conversation)) return nothing;
  const first = Math.min(...outside.map(({ at }) => at));
  const names = outsideOf(outside);
  return parts.db.transaction(() => {
    const stored: Stored[] = [];
    const left = [...read];
    let proposed = 0;
    for (const [at, draft] of drafts.entries()) {
      if (secrets[at] !== undefined || meanwhile.isForgotten(draft)) {
        left.push(secrets[at] === undefined ? 'forgotten' : 'secret');
        continue;
      }
      // What the person said before anything came from outside cannot repeat it.
      const isOutside = outside.length > 0 && (draft.from ?? 0) >= first;
      const kept = isOutside ? 'propose' : storedOf(parts.store, draft);
      if (typeof kept === 'object') stored.push(kept);
      else if (kept !== 'propose') left.push(kept);
      else if (parts.proposals.capture(isOutside ? { ...draft, source: { ...draft.source, outside: names } } : draft)) proposed += 1;
      else left.push('known');
    }
    const hidden = clean.own.filter(({ text }, at) => text !== reading.own[at]?.text).length;
    parts.choices.leftOut.add(sum([{ 'secret-said': hidden, unreadable: more }, ...left.map(why => ({ [why]: 1 }))]));
    queue.done(queued, clean.last, clean.isAll, now());
    return { stored, proposed };
  });
}

/** Nothing of what was forgotten, or corrected since it was said. What only the person can tell is proposed. */
function storedOf(store: Store, draft: Draft): Stored | 'propose' | LeftOutReason {
  try {
    return store.upsert(draft);
  } catch (error) {
    if (isToDecide(error)) return 'propose';
    if (isAppError(error) && error.code === 'memory/forgotten') return 'forgotten';
    if (isAppError(error) && error.code === 'memory/outdated') return 'outdated';
    throw error;
  }
}

/** No secret is sent, to whichever model. */
async function cleanOf(inspection: CapturingParts['inspection'], reading: Reading): Promise<Reading> {
  const clean = await withoutSecrets(inspection, [...reading.lines, ...reading.own.map(({ text }) => text)]);
  const count = reading.lines.length;
  return {
    ...reading,
    lines: clean.slice(0, count),
    own: reading.own.map((one, at) => ({ ...one, text: clean[count + at] ?? '' })),
  };
}

/** Asks the model, and once more if its answer cannot be read. */
async function asked(
  parts: CapturingParts,
  conversation: string,
  { lines }: Reading,
  topics: readonly string[],
): Promise<Extract<Answered, { items: unknown }>> {
  const model = await modelFor(parts, conversation);
  const ask = async (instruction: string): Promise<string> => {
    parts.choices.asked();
    const run = parts.agent.runHidden({
      instruction,
      model,
      thinkingLevel: 'off',
      chargedTo: { kind: 'extension', of: '@atelier/memory' },
    });
    return (await inTime(run, parts.signal)).text;
  };
  const text = await ask(questionOf(lines, topics));
  const answer = readAnswer(text);
  if ('items' in answer) return answer;
  const again = readAnswer(await ask(questionAgain(lines, topics, text, answer.problem)));
  if ('items' in again) return again;
  throw errors['memory/capture-unreadable']({ model });
}

async function modelFor({ choices, conversations, providers }: CapturingParts, conversation: string): Promise<string> {
  const wanted = choices.model() ?? (await conversations.describe(conversation)).model ?? (await providers().defaultModel());
  const found = (await providers().listModels()).find(({ id, available }) => available && id === wanted);
  if (found === undefined) throw errors['memory/capture-no-model']({ model: wanted ?? '-' });
  if (found.demo === true) throw errors['memory/capture-demo']({});
  return found.id;
}

async function inTime(run: Promise<HiddenAnswer>, signal: AbortSignal): Promise<HiddenAnswer> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(errors['memory/capture-late']({})), longestMs);
  const stop = () => late.reject(errors['memory/capture-late']({}));
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([run, late.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

function whyOf(error: unknown): Why {
  const known = isAppError(error) ? error : errors['memory/capture-failed']({}, error);
  return { code: known.code, texts: { en: known.in('en'), fr: known.in('fr') } };
}

/** What all of capture waits for. */
export async function holdOf({
  choices,
  providers,
  queue,
  proposals,
  now,
}: Pick<CapturingParts, 'choices' | 'providers' | 'queue' | 'proposals' | 'now'>): Promise<CaptureHold | undefined> {
  if (choices.paused()) return 'paused';
  if (proposals.isFull()) return 'proposals';
  if (choices.today() >= choices.perDay()) return 'day-limit';
  const model = choices.model() ?? (await providers().defaultModel());
  const found = (await providers().listModels()).find(({ id, available }) => available && id === model);
  if (found === undefined) return 'no-model';
  if (found.demo === true) return 'demo-only';
  return queue.isHeldBy('agent/budget-used-up', now()) ? 'budget' : undefined;
}
