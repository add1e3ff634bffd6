import type { Database } from '@atelier/kernel';
import type { Envelope, Problem, Specialist, State, Task } from '../contract/index.ts';

export interface Tree {
  readonly id: string;
  readonly conversation: string;
  readonly beganAt: number;
  readonly endedAt?: number;
}

export interface Kept extends Specialist {
  readonly tree: string;
  readonly told: boolean;
}

type Change = Partial<Pick<Kept, 'state' | 'doing' | 'beganAt' | 'endedAt' | 'result' | 'told' | 'model'>> & {
  readonly problem?: Problem;
  readonly tasks?: readonly Task[];
};

interface Row {
  id: string;
  tree: string;
  parent: string;
  name: string;
  role: string;
  task: string;
  depth: number;
  files: string | null;
  tools: string;
  secure: number;
  model: string | null;
  state: State;
  doing: string | null;
  began_at: number | null;
  ended_at: number | null;
  tokens: number;
  cost: number;
  limit_tokens: number | null;
  limit_money: number | null;
  result: string | null;
  problem: string | null;
  tasks: string | null;
  told: number;
}

interface TreeRow {
  id: string;
  conversation: string;
  began_at: number;
  ended_at: number | null;
}

/** Messages that are kept of a tree; a specialist that floods its status replaces its own. */
const mostEnvelopes = 200;
const mostText = 20_000;

/** Trees, their specialists and the messages between them. */
export class Store {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  begin({ id, conversation, beganAt }: Tree): void {
    this.#db.prepare('INSERT INTO trees (id, conversation, began_at) VALUES (?, ?, ?)').run(id, conversation, beganAt);
  }

  end(tree: string, at: number): void {
    this.#db.prepare('UPDATE trees SET ended_at = ? WHERE id = ? AND ended_at IS NULL').run(at, tree);
  }

  tree(id: string): Tree | undefined {
    return treeOf(this.#db.prepare<TreeRow>('SELECT * FROM trees WHERE id = ?').get(id));
  }

  latest(conversation: string): Tree | undefined {
    return treeOf(
      this.#db.prepare<TreeRow>('SELECT * FROM trees WHERE conversation = ? ORDER BY began_at DESC, id DESC').get(conversation),
    );
  }

  add({ id, tree, parent, name, role, task, depth, files, tools, secure, model, state, limits }: Kept): void {
    this.#db
      .prepare(`
        INSERT INTO specialists (id, tree, place, parent, name, role, task, depth, files, tools, secure, model, state, limit_tokens, limit_money)
        SELECT ?, ?, COUNT(*), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM specialists WHERE tree = ?`)
      .run(
        ...[id, tree, parent, name, role, task, depth],
        files === undefined ? null : JSON.stringify(files),
        ...[JSON.stringify(tools), Number(secure === true), model ?? null, state, limits.tokens ?? null, limits.money ?? null, tree],
      );
  }

  get(id: string): Kept | undefined {
    const row = this.#db.prepare<Row>('SELECT * FROM specialists WHERE id = ?').get(id);
    return row && keptOf(row);
  }

  of(tree: string): readonly Kept[] {
    return this.#db.prepare<Row>('SELECT * FROM specialists WHERE tree = ? ORDER BY place').all(tree).map(keptOf);
  }

  change(id: string, { state, doing, beganAt, endedAt, result, told, model, problem, tasks }: Change): void {
    const columns = {
      ...(state !== undefined && { state }),
      ...(doing !== undefined && { doing: doing.slice(0, 300) }),
      ...(beganAt !== undefined && { began_at: beganAt }),
      ...(endedAt !== undefined && { ended_at: endedAt }),
      ...(result !== undefined && { result: result.slice(0, mostText) }),
      ...(told !== undefined && { told: Number(told) }),
      ...(model !== undefined && { model }),
      ...(problem !== undefined && { problem: JSON.stringify(problem) }),
      ...(tasks !== undefined && { tasks: JSON.stringify(tasks) }),
    };
    const names = Object.keys(columns);
    if (names.length === 0) return;
    this.#db
      .prepare(`UPDATE specialists SET ${names.map(name => `${name} = ?`).join(', ')} WHERE id = ?`)
      .run(...Object.values(columns), id);
  }

  /** It is at work again: nothing of how it ended before holds. */
  again(id: string, at: number): void {
    this.#db
      .prepare(
        "UPDATE specialists SET state = 'running', began_at = COALESCE(began_at, ?), ended_at = NULL, problem = NULL, told = 0 WHERE id = ?",
      )
      .run(at, id);
  }

  used(id: string, tokens: number, cost: number): void {
    this.#db.prepare('UPDATE specialists SET tokens = tokens + ?, cost = cost + ? WHERE id = ?').run(tokens, cost, id);
  }

  /** Of those that a killed app left at work: nobody is. Returns their trees. */
  interrupt(problem: Problem, at: number): readonly string[] {
    const left = this.#db.prepare<{ tree: string }>("SELECT DISTINCT tree FROM specialists WHERE state IN ('running', 'waits')").all();
    this.#db
      .prepare(
        "UPDATE specialists SET state = CASE state WHEN 'running' THEN 'interrupted' ELSE 'stopped' END, ended_at = ?, problem = ? WHERE state IN ('running', 'waits')",
      )
      .run(at, JSON.stringify(problem));
    this.#db.prepare('UPDATE trees SET ended_at = ? WHERE ended_at IS NULL').run(at);
    return left.map(({ tree }) => tree);
  }

  /** Those whose end nobody was told of. */
  untold(conversation: string): readonly Kept[] {
    return this.#db
      .prepare<Row>(
        "SELECT s.* FROM specialists s JOIN trees t ON t.id = s.tree WHERE t.conversation = ? AND s.told = 0 AND s.state NOT IN ('running', 'waits') ORDER BY t.began_at DESC, s.place LIMIT 16",
      )
      .all(conversation)
      .map(keptOf);
  }

  /** Those that one has begun, and whose end it was not told of. */
  untoldOf(parent: string): readonly string[] {
    return this.#db
      .prepare<{ id: string }>("SELECT id FROM specialists WHERE parent = ? AND told = 0 AND state NOT IN ('running', 'waits')")
      .all(parent)
      .map(({ id }) => id);
  }

  send(tree: string, { from, to, kind, body, at }: Envelope): void {
    this.#db.transaction(() => {
      // Of a status only the latest of each specialist is anything.
      if (kind === 'status') this.#db.prepare("DELETE FROM envelopes WHERE tree = ? AND from_id = ? AND kind = 'status'").run(tree, from);
      this.#db
        .prepare('INSERT INTO envelopes (tree, from_id, to_id, kind, body, at) VALUES (?, ?, ?, ?, ?, ?)')
        .run(tree, from, to, kind, body.slice(0, mostText), at);
      this.#db
        .prepare('DELETE FROM envelopes WHERE tree = ? AND id NOT IN (SELECT id FROM envelopes WHERE tree = ? ORDER BY id DESC LIMIT ?)')
        .run(tree, tree, mostEnvelopes);
    });
  }

  envelopes(tree: string, limit: number): readonly Envelope[] {
    return this.#db
      .prepare<Envelope>(
        'SELECT from_id AS "from", to_id AS "to", kind, body, at FROM (SELECT * FROM envelopes WHERE tree = ? ORDER BY id DESC LIMIT ?) ORDER BY id',
      )
      .all(tree, limit);
  }

  forget(conversation: string): void {
    this.#db.prepare('DELETE FROM trees WHERE conversation = ?').run(conversation);
  }
}

function treeOf(row: TreeRow | undefined): Tree | undefined {
  if (row === undefined) return undefined;
  const { id, conversation, began_at: beganAt, ended_at: endedAt } = row;
  return { id, conversation, beganAt, ...(endedAt !== null && { endedAt }) };
}

function keptOf(row: Row): Kept {
  const { files, model, doing, result, problem, tasks, began_at: beganAt, ended_at: endedAt } = row;
  const { id, tree, parent, name, role, task, depth, state, tokens, cost, limit_tokens: limitTokens, limit_money: money } = row;
  return {
    ...{ id, tree, parent, name, role, task, depth, state, tokens, cost },
    told: row.told === 1,
    tools: JSON.parse(row.tools) as string[],
    tasks: tasks === null ? [] : (JSON.parse(tasks) as Task[]),
    limits: { ...(limitTokens !== null && { tokens: limitTokens }), ...(money !== null && { money }) },
    ...(row.secure === 1 && { secure: true }),
    ...(files !== null && { files: JSON.parse(files) as string[] }),
    ...(model !== null && { model }),
    ...(doing !== null && { doing }),
    ...(beganAt !== null && { beganAt }),
    ...(endedAt !== null && { endedAt }),
    ...(result !== null && { result }),
    ...(problem !== null && { problem: JSON.parse(problem) as Problem }),
  };
}
