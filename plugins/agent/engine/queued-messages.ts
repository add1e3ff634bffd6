import { AsyncLocalStorage } from 'node:async_hooks';
import type { AgentSession } from '@earendil-works/pi-coding-agent';
import { fieldsOf } from './history/entry-summary.ts';

type Agent = AgentSession['agent'];
type AgentMessage = Parameters<Agent['steer']>[0];

interface Sent {
  readonly queued?: string;
  /** What the person typed, if it calls a skill, whose text the engine puts in its place. */
  readonly said?: string;
}

const sending = new AsyncLocalStorage<Sent>();

/** Runs `send`, whose message becomes the queued message with this id, and keeps the text that called a skill. */
export function asQueued<Result>(queued: string | undefined, text: string, send: () => Promise<Result>): Promise<Result> {
  const sent: Sent = { ...(queued !== undefined && { queued }), ...(text.startsWith('/skill:') && { said: text }) };
  return Object.keys(sent).length === 0 ? send() : sending.run(sent, send);
}

/**
 * Makes an agent write the id of a queued message into the message itself, in the same line of the session file. So the file alone tells
 * whether it has that message, whatever process has died. The id is in no request to a model.
 */
export function markQueuedMessages(agent: Agent): void {
  const [steer, followUp, prompt] = [agent.steer.bind(agent), agent.followUp.bind(agent), agent.prompt.bind(agent) as Prompt];
  agent.steer = message => steer(marked(message));
  agent.followUp = message => followUp(marked(message));
  (agent as { prompt: Prompt }).prompt = (input, ...more) => prompt(Array.isArray(input) ? input.map(marked) : input, ...more);
}

/** The id of the queued message that this one was; undefined if it was none. */
export function queuedIdOf(message: unknown): string | undefined {
  const { queued } = fieldsOf(fieldsOf(message).atelier);
  return typeof queued === 'string' ? queued : undefined;
}

/** What the person typed to call a skill; only we mark a message so, so that no text of others passes for it. */
export function saidFor(message: unknown): string | undefined {
  const { said } = fieldsOf(fieldsOf(message).atelier);
  return typeof said === 'string' ? said : undefined;
}

type Prompt = (input: unknown, ...more: readonly unknown[]) => Promise<void>;

/** The same object, because the engine recognises its messages by their identity. */
function marked<Message extends AgentMessage>(message: Message): Message {
  const sent = sending.getStore();
  return sent === undefined || message.role !== 'user' ? message : Object.assign(message, { atelier: sent });
}
