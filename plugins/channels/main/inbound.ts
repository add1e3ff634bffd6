import { visibleText } from '@atelier/kernel';
import type { Inbound, InboundAttachment } from '../contract/index.ts';
import { errors } from './errors.ts';

/** A message as it is kept. */
export interface CheckedInbound {
  readonly user: string;
  readonly name: string;
  readonly thread: string;
  readonly text: string;
  readonly files: readonly InboundAttachment[];
  readonly key: string;
}

export const limits = { name: 80, id: 300, text: 50_000, files: 8, fileBytes: 5_000_000, allBytes: 10_000_000 } as const;

/** What a bridge passes on is checked here; nothing of it is believed. A text and files beyond the limits are left out, in words. */
export function checkedInbound(by: string, message: Inbound): CheckedInbound {
  const bad = (what: string) => errors['channels/bad-message']({ id: by, what });
  const { channelUser, name, thread, text, attachments = [], idempotencyKey } = Object(message) as Inbound;
  const id = (value: unknown, what: string): string => {
    if (typeof value !== 'string' || value.trim() === '' || value.length > limits.id || value.includes('\n'))
      throw bad(`${what} is no text of one line and at most ${limits.id} characters`);
    return value;
  };
  if (typeof text !== 'string') throw bad('text is no text');
  if (!Array.isArray(attachments)) throw bad('attachments is no list');
  const user = id(channelUser, 'channelUser');
  // The person decides by it, so there is nothing in it that they do not see.
  if (visibleText(user, 'name') !== user) throw bad('channelUser has characters that nobody sees');
  const { files, left } = filesOf(attachments as readonly unknown[]);
  const cut = text.length > limits.text ? `${text.slice(0, limits.text)}\n[cut: ${text.length - limits.text} more characters]` : text;
  return {
    user,
    name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, limits.name) : user.slice(0, limits.name),
    thread: id(thread, 'thread'),
    text: [cut.replaceAll('\0', ''), ...left.map(file => `[left out, too large or unreadable: ${file}]`)].join('\n'),
    files,
    key: id(idempotencyKey, 'idempotencyKey'),
  };
}

function filesOf(attachments: readonly unknown[]): { readonly files: InboundAttachment[]; readonly left: string[] } {
  const files: InboundAttachment[] = [];
  const left: string[] = [];
  let bytes = 0;
  for (const attachment of attachments.slice(0, 50)) {
    const { name, mimeType, data } = Object(attachment) as Partial<Record<keyof InboundAttachment, unknown>>;
    const called = typeof name === 'string' && name !== '' ? name.slice(0, 200) : 'file';
    const isReadable =
      typeof mimeType === 'string' && mimeType.length <= 100 && typeof data === 'string' && data.length <= limits.fileBytes;
    if (!isReadable || files.length >= limits.files || bytes + data.length > limits.allBytes) {
      left.push(called);
      continue;
    }
    bytes += data.length;
    files.push({ name: called, mimeType, data });
  }
  return { files, left };
}
