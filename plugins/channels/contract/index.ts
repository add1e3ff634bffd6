import { defineChannel, defineHook, definePoint, defineToken, type Locale } from '@atelier/kernel';
import type { Bridge, ChannelsShape, MessageState } from './generated.ts';

export type {
  Bridge,
  ChannelsShape,
  ChannelView,
  ConnectionState,
  Message,
  MessagePage,
  MessageState,
  Pairing,
  Person,
  Policy,
  Problem,
  Refusal,
  Summary,
  Thread,
} from './generated.ts';

/** Channels, what came and went through them, and who may write, for views. */
export const ChannelsChannel = defineChannel<ChannelsShape>('channels');

/** Connections to networks of messages, by other extensions. */
export const Bridges = definePoint<Bridge>('@atelier/channels:bridges@1');

/** A file that came with a message. */
export interface InboundAttachment {
  readonly name: string;
  readonly mimeType: string;
  /** base64 */
  readonly data: string;
}

/** A message that a bridge has received. */
export interface Inbound {
  /** Who wrote it, by a name that nobody else can take on that network. */
  readonly channelUser: string;
  /** How the writer is shown; the user if left out. */
  readonly name?: string;
  /** Messages of one thread are one conversation, and are answered in order. */
  readonly thread: string;
  readonly text: string;
  readonly attachments?: readonly InboundAttachment[];
  /** The same for the same message, however often it is received. */
  readonly idempotencyKey: string;
}

/**
 * What became of a message: it is stored and will be answered, it was stored before, its writer may not write, or its writer has just been
 * paired. Only then the bridge tells the network that it has it.
 */
export interface Taken {
  readonly taken: 'queued' | 'known' | 'refused' | 'paired';
}

/** How a bridge is connected. The account is how it is called on its network. */
export interface BridgeStatus {
  readonly state: 'connecting' | 'connected' | 'offline' | 'failed';
  readonly account?: string;
  readonly problem?: string;
}

/** The answer of a bridge's `send`. */
export interface SendAnswer {
  readonly outcome: 'sent' | 'not-sent' | 'refused';
  readonly problem?: string;
}

/** What a bridge's `send` runs with. */
export interface Outbound {
  readonly thread: string;
  readonly user: string;
  readonly text: string;
  /** The same at each try of the same message. */
  readonly key: string;
  /** The idempotency key of the message that it answers. */
  readonly answers?: string;
}

/** A thread to which a text may go. */
export interface Place {
  readonly channel: string;
  readonly thread: string;
  /** Who of those that may write has written in it last. */
  readonly name: string;
  /** The title of the channel. */
  readonly title: string;
}

/** What has become of a text that was posted. */
export interface Posted {
  readonly state: MessageState;
  readonly why?: Readonly<Record<Locale, string>>;
}

/** What was posted under a key was sent, may have arrived, failed or was dropped; `posted` says which. */
export const postChanged = defineHook.notify<{ readonly channel: string; readonly key: string }>('@atelier/channels:postChanged@1');

/** Channels for bridges, and for what Atelier itself sends; `bridge` is the id of an entry that the caller added to `bridges@1`. */
export interface ChannelsService {
  /** Takes a message that the bridge has received. Rejects with `channels/full` or `channels/off` if it is to be presented again later. */
  receive(bridge: string, message: Inbound): Promise<Taken>;
  /** Says how the bridge is connected; what waits is sent once it is. */
  report(bridge: string, status: BridgeStatus): Promise<void>;
  /** The threads in which somebody who may write has written. */
  places(): Promise<readonly Place[]>;
  /** Sends a text into a thread of `places`. The same key is the same text: it is sent once, however often it is posted. */
  post(to: { readonly channel: string; readonly thread: string }, text: string, key: string): Promise<Posted>;
  /** What has become of what was posted under a key; undefined if nothing was, or it is too old. */
  posted(channel: string, key: string): Promise<Posted | undefined>;
}

export const Channels = defineToken<ChannelsService>('@atelier/channels:Channels@1', {
  receive: 'everybody',
  report: 'everybody',
  places: 'bundled',
  post: 'bundled',
  posted: 'bundled',
});
