import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentService } from '@atelier/agent/contract';
import { openDatabase } from '../../kernel/main/storage/storage.ts';
import type { Core } from '../../plugins/conversations/main/core.ts';
import { openMessages } from '../../plugins/conversations/main/messages/messages.ts';
import { openEntryStore } from '../../plugins/conversations/main/messages/store/entry-store.ts';
import { migrations } from '../../plugins/conversations/main/migrations/index.ts';
import { beginConversation, openConversations } from '../../plugins/conversations/main/records/conversations.ts';

const quiet = () => undefined;
export const never = new AbortController().signal;

/** The conversations' database, filled by a bench, with the index as the plugin opens it. */
export function conversationIndex() {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'));
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const db = openDatabase(join(folder, 'index.sqlite'), migrations, { owner: '@bench/conversations', backups: folder, log });
  const records = openConversations(db);
  const store = openEntryStore(db);
  const agent = {
    sessionFile: async () => undefined,
    sessionFiles: async () => [],
    state: async () => ({ seq: 1, status: 'absent' }),
    transcript: async () => ({ entries: [], total: 0, seq: 1 }),
  } as unknown as AgentService;
  const windows = { emit: quiet, changed: quiet };
  const core = { profile: folder, records, agent, windows, locale: async () => 'en', now: Date.now, log } as unknown as Core;
  const messages = openMessages(core, db, never);
  return {
    folder,
    db,
    messages,
    /** Its rows, as if its file had been read. */
    fill(id: string, title: string, createdAt: number, texts: readonly string[]) {
      beginConversation(records, createdAt, { title, id });
      const number = store.numberOf(id) ?? 0;
      for (const [position, text] of texts.entries()) {
        const kind = position % 2 === 0 ? 'user' : 'assistant';
        store.put(number, position, { id: `${id}-${position}`, kind, at: createdAt + position, parts: [{ kind: 'text', text }] });
      }
      store.note(number, { whole: true });
      return number;
    },
    close() {
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Texts whose words are as common as words are: the second half as often as the first, and so on. */
export function wordSource(seed: number, count = 20_000) {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const one = (letters: string) => letters[Math.floor(random() * letters.length)] ?? '';
  const syllable = () => `${one('bcdfghjklmnpqrstvwxz')}${one('aeiouy')}${random() < 0.3 ? one('lmnrst') : ''}`;
  const words = Array.from({ length: count }, () => Array.from({ length: 2 + Math.floor(random() * 4) }, syllable).join(''));
  const word = () => words[Math.floor(count ** random()) - 1] ?? '';
  return { random, words, word, text: (length: number) => Array.from({ length }, word).join(' ') };
}
