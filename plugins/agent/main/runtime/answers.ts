import type { Database, Log } from '@atelier/kernel';
import type { EngineEvent } from '../../engine/protocol.ts';

/** Words that are lost if the kernel and the engine end at once are younger than this. */
const writeEveryMs = 1000;

/** An answer that has begun, and its place in the session file. */
interface Answer {
  readonly message: string;
  readonly model: string;
  readonly api: string;
  /** The last entry of the file before it. */
  readonly after: string;
  readonly at: number;
}

interface Part {
  readonly part: number;
  /** `call`: a call whose arguments are being written; its text is the tool's name. */
  readonly kind: 'text' | 'thinking' | 'call';
  readonly text: string;
}

/** An answer without an end, as far as it was written. */
export interface UnfinishedAnswer extends Answer {
  readonly parts: readonly Part[];
}

/** An answer in memory: the words that are not in the database yet. */
interface Growing {
  readonly answer: Answer;
  readonly unwritten: Map<number, Part>;
  isKept: boolean;
}

interface Row extends Part {
  readonly answer: string;
}

/**
 * The answers that are being written. The engine writes an answer into the session file when it ends; until then its words are kept
 * here, in the database, so that they stay if the engine is killed.
 */
export interface UnfinishedAnswers {
  take(event: EngineEvent): void;
  /** The answer of a conversation that has begun and not ended. */
  of(conversation: string): UnfinishedAnswer | undefined;
  forget(conversation: string): void;
  /** The conversations with such an answer in the database. */
  conversations(): readonly string[];
  close(): void;
}

export function openAnswers(db: Database, log: Log): UnfinishedAnswers {
  const insert = db.prepare('INSERT INTO answers (conversation, answer, part, kind, text) VALUES (?, ?, ?, ?, ?)');
  const select = db.prepare<Row>('SELECT answer, part, kind, text FROM answers WHERE conversation = ? ORDER BY rowid');
  const remove = db.prepare('DELETE FROM answers WHERE conversation = ?');
  const kept = db.prepare<{ conversation: string }>('SELECT DISTINCT conversation FROM answers');
  const growing = new Map<string, Growing>();
  let timer: NodeJS.Timeout | undefined;

  const write = (): void => {
    timer = undefined;
    db.transaction(() => {
      for (const [conversation, one] of growing) {
        if (one.unwritten.size === 0) continue;
        if (!one.isKept) remove.run(conversation);
        for (const { part, kind, text } of one.unwritten.values()) insert.run(conversation, JSON.stringify(one.answer), part, kind, text);
        one.unwritten.clear();
        one.isKept = true;
      }
    });
  };
  const writeLater = (): void => {
    timer ??= setTimeout(() => {
      try {
        write();
      } catch (error) {
        timer = undefined;
        log.warn(String(error));
      }
    }, writeEveryMs);
  };
  const end = (conversation: string): void => {
    const ended = growing.get(conversation);
    growing.delete(conversation);
    if (ended?.isKept !== true) return;
    try {
      remove.run(conversation);
    } catch (error) {
      // The next start finds the whole answer in the session file, and forgets this one.
      log.warn(String(error));
    }
  };
  return {
    take(event) {
      const { conversation, kind } = event;
      if (kind === 'messageStarted') {
        end(conversation);
        const { message, model = '', api = '', after } = event;
        if (after !== undefined)
          growing.set(conversation, { answer: { message, model, api, after, at: Date.now() }, unwritten: new Map(), isKept: false });
      } else if (kind === 'messageEnded') end(conversation);
      else if (kind === 'text' || kind === 'thinking' || kind === 'callBegun') {
        const one = growing.get(conversation);
        if (one === undefined) return;
        const { part } = event;
        const begun = one.unwritten.get(part)?.text ?? '';
        one.unwritten.set(
          part,
          kind === 'callBegun' ? { part, kind: 'call', text: event.name } : { part, kind, text: begun + event.delta },
        );
        writeLater();
      }
    },
    of(conversation) {
      const one = growing.get(conversation);
      const rows = one === undefined || one.isKept ? select.all(conversation) : [];
      const all: readonly Part[] = [...rows, ...(one?.unwritten.values() ?? [])];
      const answer = one?.answer ?? (rows[0] && (JSON.parse(rows[0].answer) as Answer));
      return answer && all.length > 0 ? { ...answer, parts: joined(all) } : undefined;
    },
    forget(conversation) {
      growing.delete(conversation);
      remove.run(conversation);
    },
    conversations: () => kept.all().map(({ conversation }) => conversation),
    close() {
      clearTimeout(timer);
      write();
    },
  };
}

function joined(rows: readonly Part[]): readonly Part[] {
  const parts = new Map<number, Part>();
  for (const { part, kind, text } of rows) parts.set(part, { part, kind, text: (parts.get(part)?.text ?? '') + text });
  return [...parts.values()].sort((a, b) => a.part - b.part);
}
