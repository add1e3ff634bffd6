import type { AgentEvent } from '@atelier/agent/contract';
import { type AppError, type Database, visibleText } from '@atelier/kernel';
import type { Inbound, Outbound, Place, Posted, Taken } from '../contract/index.ts';
import { Answering, type AnsweringParts } from './answering/answering.ts';
import { Bridges, type BridgesParts } from './bridges/bridges.ts';
import type { Clock } from './clock.ts';
import { errors } from './errors.ts';
import { checkedInbound, limits } from './inbound.ts';
import { Pairings } from './pairing.ts';
import { Sending } from './sending/sending.ts';
import { Messages, type StoredMessage } from './store/messages.ts';
import { mostPeople, openPeople, type People } from './store/people.ts';
import { openSettings, type Settings } from './store/settings.ts';
import { type ThreadPlace, Threads } from './store/threads.ts';

export interface ChannelsParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly agent: AnsweringParts['agent'];
  readonly conversations: AnsweringParts['conversations'];
  readonly offered: BridgesParts['offered'];
  command(command: string, args: object): Promise<unknown>;
  /** What is answered to somebody who has just been paired. */
  welcome(title: string): Promise<string>;
  channelsChanged(): void;
  messagesChanged(channel: string): void;
  postChanged(channel: string, key: string): void;
  warn(error: AppError): void;
  notice(error: AppError): void;
  asItself(run: () => void): void;
}

/** How many messages of a thread, and of a channel, may wait for their answers. */
const mostWaiting = { thread: 1000, channel: 5000 };

/** What comes through the bridges, the answers to it, and who may write. */
export class Channels {
  readonly settings: Settings;
  readonly people: People;
  readonly threads: Threads;
  readonly messages: Messages;
  readonly pairings = new Pairings();
  readonly bridges: Bridges;
  readonly #parts: ChannelsParts;
  readonly #answering: Answering;
  readonly #sending: Sending;

  constructor(parts: ChannelsParts) {
    this.#parts = parts;
    const { db, clock, agent, conversations, notice, asItself } = parts;
    this.settings = openSettings(db);
    this.people = openPeople(db);
    this.threads = new Threads(db);
    this.messages = new Messages(db);
    this.bridges = new Bridges({
      ...{ clock, offered: parts.offered, warn: parts.warn, command: parts.command, asItself, changed: parts.channelsChanged },
      isOn: channel => this.settings.of(channel).on,
      connected: channel => this.#wakeAll(channel),
    });
    const changed = ({ channel }: ThreadPlace) => parts.messagesChanged(channel);
    const isAllowed = (id: string, user: string) => this.people.mayWrite(id, user);
    const shared = { clock, messages: this.messages, changed, notice, asItself, isAllowed };
    this.#answering = new Answering({
      ...{ ...shared, agent, conversations, threads: this.threads },
      channel: id => {
        const open = this.bridges.find(id);
        const { on, policy } = this.settings.of(id);
        return open && { title: open.bridge.title, policy, isOpen: on && !this.settings.isPaused() };
      },
      answered: place => this.#sending.wake(place),
    });
    this.#sending = new Sending({
      ...shared,
      channel: id => {
        const open = this.bridges.find(id);
        const isOpen = this.settings.of(id).on && !this.settings.isPaused();
        if (open === undefined) return undefined;
        const { title, repeats = false, markdown = false } = open.bridge;
        return { title, repeats, markdown, isConnected: isOpen && this.bridges.isConnected(id) };
      },
      postChanged: parts.postChanged,
      send: (id, outbound: Outbound) => parts.command(this.bridges.get(id).bridge.send, outbound),
    });
  }

  start(): void {
    this.bridges.start();
    this.#wakeAll();
  }

  end(): void {
    this.bridges.end();
    this.#answering.end();
    this.#sending.end();
  }

  /** Keeps a message that a bridge has received, once however often it is received, if its writer may write. */
  async receive(from: string, bridge: unknown, message: Inbound): Promise<Taken> {
    const { clock, messagesChanged, welcome } = this.#parts;
    const { id: channel, bridge: about } = this.bridges.own(from, bridge);
    const inbound = checkedInbound(from, message);
    if (!this.settings.of(channel).on) throw errors['channels/off']({ title: about.title });
    if (this.messages.has(channel, inbound.key)) return { taken: 'known' };
    const now = clock.now();
    const { user, name, thread } = inbound;
    if (!this.people.mayWrite(channel, user)) {
      const isPaired = this.people.count(channel) < mostPeople && this.pairings.takes(channel, user, inbound.text, now);
      if (!isPaired) {
        this.people.refuse(channel, user, name, now);
        messagesChanged(channel);
        return { taken: 'refused' };
      }
      const text = await welcome(about.title);
      this.#parts.db.transaction(() => {
        this.people.add(channel, { user, name, addedAt: now, paired: true });
        // Received again after a crash it is known, and no message to answer.
        this.messages.arrive({ channel, ...inbound }, now, 'answered');
        this.messages.compose({ channel, thread, user, name }, text, now);
      });
      this.#sending.wake({ channel, thread });
      this.#parts.channelsChanged();
      messagesChanged(channel);
      return { taken: 'paired' };
    }
    const isFull =
      this.messages.waitingInThread({ channel, thread }) >= mostWaiting.thread || this.messages.waitingIn(channel) >= mostWaiting.channel;
    if (isFull) throw errors['channels/full']({ title: about.title, most: mostWaiting.thread });
    this.messages.arrive({ channel, ...inbound }, now);
    this.#answering.wake({ channel, thread });
    messagesChanged(channel);
    return { taken: 'queued' };
  }

  /** The threads to which a text may go. */
  places(): readonly Place[] {
    return this.bridges.list().flatMap(({ id, bridge }) =>
      this.threads.list(id).flatMap(({ thread }) => {
        const writer = this.people.writerIn({ channel: id, thread });
        return writer === undefined
          ? []
          : [{ channel: id, thread, name: visibleText(writer.name, 'name'), title: visibleText(bridge.title, 'name') }];
      }),
    );
  }

  /** Sends a text of Atelier's into a thread, once for each key. */
  post(place: ThreadPlace, text: string, key: string): Posted {
    const { channel, thread } = place;
    const known = this.posted(channel, key);
    if (known !== undefined) return known;
    const { title } = this.bridges.get(channel).bridge;
    const writer = this.threads.conversationOf(place) === undefined ? undefined : this.people.writerIn(place);
    if (writer === undefined) throw errors['channels/no-place']({ title });
    if (this.messages.openPosts(place).length >= mostWaiting.thread)
      throw errors['channels/too-much-to-send']({ title, most: mostWaiting.thread });
    this.messages.compose({ channel, thread, ...writer }, text.slice(0, limits.text), this.#parts.clock.now(), { key });
    this.#sending.wake(place);
    this.#parts.messagesChanged(channel);
    return { state: 'waiting' };
  }

  posted(channel: string, key: string): Posted | undefined {
    const message = this.messages.composed(channel, key);
    return message && { state: message.state, ...(message.problem && { why: message.problem.texts }) };
  }

  /** The agent says what happens in a conversation. */
  takeAgentEvent(event: AgentEvent): void {
    const place = this.threads.placeOf(event.conversation);
    if (place !== undefined) this.#answering.take(event, place);
  }

  forgetConversation(conversation: string): void {
    const place = this.threads.placeOf(conversation);
    const posts = place === undefined ? [] : this.messages.openPosts(place);
    const channel = this.threads.forget(conversation);
    if (channel === undefined) return;
    for (const key of posts) this.#parts.postChanged(channel, key);
    this.#parts.messagesChanged(channel);
  }

  setOn(channel: string, on: boolean): void {
    this.bridges.get(channel);
    this.settings.change(channel, { on });
    this.bridges.switched(channel);
    if (on) this.#wakeAll(channel);
    this.#parts.channelsChanged();
  }

  pause(isPaused: boolean): void {
    this.settings.pause(isPaused);
    if (!isPaused) this.#wakeAll();
    this.#parts.channelsChanged();
  }

  disallow(channel: string, user: string): void {
    const asked = this.messages.threadsAsking(channel, user);
    this.#parts.db.transaction(() => {
      this.people.remove(channel, user);
      this.messages.dropOpen(channel, user, this.#parts.clock.now());
    });
    for (const thread of asked) this.#answering.stop({ channel, thread });
    this.#wakeAll(channel);
    this.#parts.messagesChanged(channel);
    this.#parts.channelsChanged();
  }

  /** What the person has decided on a message that is uncertain or has failed. */
  settle(id: string, how: 'arrived' | 'again' | 'drop'): StoredMessage {
    const message = this.messages.get(id);
    const { direction, state } = message;
    const isOpen = state === 'uncertain' || state === 'failed';
    if (!isOpen || (direction === 'in' && how === 'arrived')) throw errors['channels/settled']({ state });
    const now = this.#parts.clock.now();
    const settled =
      how === 'again'
        ? this.messages.change(message, { state: 'waiting', tries: 0, isForced: true, nextAt: 0, endedAt: undefined, problem: undefined })
        : this.messages.change(message, { state: how === 'arrived' ? 'sent' : 'dropped', endedAt: now });
    if (direction === 'in') this.#answering.wake(message);
    else this.#sending.wake(message);
    if (message.answers === undefined && direction === 'out') this.#parts.postChanged(message.channel, message.key);
    this.#parts.messagesChanged(message.channel);
    this.#parts.channelsChanged();
    return settled;
  }

  #wakeAll(of?: string): void {
    for (const { direction, channel, thread } of this.messages.openPlaces()) {
      if (of !== undefined && channel !== of) continue;
      if (direction === 'in') this.#answering.wake({ channel, thread });
      else this.#sending.wake({ channel, thread });
    }
  }
}
