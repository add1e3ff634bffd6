import { AsyncLocalStorage } from 'node:async_hooks';
import type { AgentSession } from '@earendil-works/pi-coding-agent';
import { fieldsOf } from './history/entry-summary.ts';

type Agent = AgentSession['agent'];
type AgentMessage = Parameters<Agent['steer']>[0];

const sending = new AsyncLocalStorage<string>();

/** Runs `send`, whose message becomes the queued message with this id. */
export function asQueued<Result>(id: string | undefined, send: () => Promise<Result>): Promise<Result> {
  return id === undefined ? send() : sending.run(id, send);
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

type Prompt = (input: unknown, ...more: readonly unknown[]) => Promise<void>;

/** The same object, because the engine recognises its messages by their identity. */
function marked<Message extends AgentMessage>(message: Message): Message {
  const queued = sending.getStore();
  return queued === undefined || message.role !== 'user' ? message : Object.assign(message, { atelier: { queued } });
}
