import { fromStoredPath, type OwnDatabase, toStoredPath } from '@atelier/kernel';
import type { Decision } from '../../../engine/protocol.ts';
import type { Facts } from '../decide-table.ts';
import type { Asked } from '../match-rule.ts';

/** How a call was decided. */
export type Was = 'allowed' | 'agreed' | 'refused' | 'denied';

/** The facts of a call that do not depend on rules. */
export type LastingFacts = Omit<Facts, 'rule' | 'changed' | 'isGuarded'>;

/** A call as it is kept: what rules are matched against, what else the decision depends on, and how it was decided. */
export interface DecidedCall {
  readonly id: number;
  readonly at: number;
  readonly asked: Omit<Asked, 'line' | 'where'>;
  readonly cwd: string;
  readonly facts: LastingFacts;
  readonly was: Was;
}

export interface DecidedCalls {
  record(call: Omit<DecidedCall, 'id' | 'at' | 'was'>, decided: Decision): void;
  /** Those since a time, the oldest first, a page at a time: after the last one of the page before. */
  since(at: number, after: number, limit: number): readonly DecidedCall[];
  forget(conversation: string): void;
}

/** Older ones, and more, are not kept. */
export const kept = { days: 28, calls: 20_000 };
/** A longer command is replayed by nobody. */
const mostLetters = 4000;
const pruneEach = 500;

interface Row {
  id: number;
  at: number;
  conversation: string;
  project: string | null;
  folder: string;
  cwd: string;
  tool: string;
  command: string | null;
  paths: string | null;
  facts: string;
  was: Was;
}

/** Paths of the profile are stored relative to it, so that those of a copy are its own. */
export function openDecidedCalls(db: OwnDatabase, now: () => number, profile: string): DecidedCalls {
  const stored = (path: string) => toStoredPath(profile, path);
  const insert = db.prepare(`
    INSERT INTO decided_calls (at, conversation, project, folder, cwd, tool, command, paths, facts, was) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  `);
  const select = db.prepare<Row>('SELECT * FROM decided_calls WHERE at >= ? AND id > ? ORDER BY id LIMIT ?');
  const tooOld = db.prepare('DELETE FROM decided_calls WHERE at < ?');
  const tooMany = db.prepare('DELETE FROM decided_calls WHERE id <= (SELECT max(id) FROM decided_calls) - ?');
  const forget = db.prepare('DELETE FROM decided_calls WHERE conversation = ?');
  let recorded = 0;
  return {
    record({ asked, cwd, facts }, decided) {
      const { conversation, project = null, folder, tool, command = null, paths } = asked;
      if (db.state === 'newer' || (command?.length ?? 0) > mostLetters) return;
      // That it was refused is known; the words for it may name any place.
      const { refused, closed, ...rest } = facts;
      const known = JSON.stringify({
        ...rest,
        ...(refused !== undefined && { refused: '…' }),
        ...(closed !== undefined && { closed: '…' }),
      });
      insert.run(
        now(),
        conversation,
        project,
        stored(folder),
        stored(cwd),
        tool,
        command,
        paths === undefined ? null : JSON.stringify(paths.map(stored)),
        known,
        wasOf(decided),
      );
      if (recorded % pruneEach === 0) {
        tooOld.run(now() - kept.days * 86_400_000);
        tooMany.run(kept.calls);
      }
      recorded += 1;
    },
    since: (at, after, limit) => select.all(at, after, limit).map(row => callOf(row, path => fromStoredPath(profile, path))),
    forget: conversation => {
      if (db.state !== 'newer') forget.run(conversation);
    },
  };
}

function callOf(
  { id, at, conversation, project, folder, cwd, tool, command, paths, facts, was }: Row,
  pathOf: (stored: string) => string,
): DecidedCall {
  return {
    ...{ id, at, cwd: pathOf(cwd), was },
    asked: {
      ...{ conversation, folder: pathOf(folder), tool },
      ...(project !== null && { project }),
      ...(command !== null && { command }),
      ...(paths !== null && { paths: (JSON.parse(paths) as string[]).map(pathOf) }),
    },
    facts: JSON.parse(facts) as LastingFacts,
  };
}

function wasOf({ allowed, by }: Decision): Was {
  if (by === 'person' || by === 'nobody') return allowed ? 'agreed' : 'refused';
  return allowed ? 'allowed' : 'denied';
}
