import { DatabaseSync } from 'node:sqlite';
import { errors } from '../../errors.ts';
import type { Reading, Step } from '../found.ts';
import { openTally } from '../losses.ts';
import { reasonOf } from '../parts/archive.ts';
import { aside, broken } from '../parts/draft.ts';
import { type Json, parsed, recordOf, textOf } from '../parts/values.ts';
import { type OpencodeMessage, opencodeConversation } from './opencode.ts';

const tables = ['message', 'part', 'session'];

/** The sessions of opencode from 1.2 on, in a database, which is opened read-only. */
export async function* readOpencodeDatabase(path: string, reading: Reading): AsyncGenerator<Step> {
  let db: DatabaseSync | undefined;
  try {
    try {
      db = new DatabaseSync(path, { readOnly: true });
      db.exec('PRAGMA trusted_schema = OFF; PRAGMA busy_timeout = 2000');
      const known = db.prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN ('session', 'message', 'part') ORDER BY name",
      );
      if (
        known
          .all()
          .map(({ name }) => name)
          .join() !== tables.join()
      )
        throw errors['exchange/no-conversations']({ file: path });
      yield* sessionsOf(db, path, reading);
    } catch (error) {
      if (reading.signal.aborted || (error instanceof Error && error.name === 'AppError')) throw error;
      throw errors['exchange/database-unreadable']({ file: path, why: reasonOf(error) }, error);
    }
  } finally {
    db?.close();
  }
}

async function* sessionsOf(db: DatabaseSync, path: string, reading: Reading): AsyncGenerator<Step> {
  const losses = openTally();
  const selectMessages = db.prepare('SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id');
  const selectParts = db.prepare('SELECT data FROM part WHERE message_id = ? ORDER BY id');
  const sessions = db.prepare('SELECT * FROM session ORDER BY time_created, id').all();
  for (const row of sessions) {
    reading.signal.throwIfAborted();
    const id = String(row.id);
    if (row.parent_id !== null && row.parent_id !== undefined) {
      losses.add('sidechain', textOf(row.title));
      continue;
    }
    if (!reading.wanted(id)) continue;
    const session: Json = {
      id,
      title: row.title,
      directory: row.directory,
      time: { created: row.time_created, updated: row.time_updated, archived: row.time_archived },
      revert: parsed(textOf(row.revert) ?? ''),
    };
    try {
      const found = opencodeConversation(session, messagesOf(id), reading);
      yield found ?? aside([{ kind: 'empty-conversation', count: 1, example: id }]);
    } catch (error) {
      yield broken('opencode', id, textOf(row.title), path, error);
    }
    // The driver is synchronous, so yield to the event loop.
    await new Promise(setImmediate);
  }
  yield aside(losses.list());

  function messagesOf(session: string): readonly OpencodeMessage[] {
    return selectMessages.all(session).flatMap(row => {
      const message = jsonOf(row.data);
      if (message === undefined) return [];
      const parts = selectParts
        .all(String(row.id))
        .map(part => jsonOf(part.data))
        .filter(part => part !== undefined);
      return [{ id: String(row.id), message, parts }];
    });
  }

  function jsonOf(data: unknown): Json | undefined {
    const text = textOf(data) ?? '';
    reading.progress(text.length);
    const record = recordOf(parsed(text));
    if (record === undefined) losses.add('torn', text);
    return record;
  }
}
