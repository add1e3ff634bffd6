import type { Database } from '@atelier/kernel';
import type { NewChild } from '../../contract/index.ts';

/** A conversation that another one has begun: it may do no more than that one, and less where this says so. */
export interface Child extends NewChild {
  readonly conversation: string;
  /** The conversation of the person that all of it began in. */
  readonly root: string;
}

interface Row {
  conversation: string;
  parent: string;
  root: string;
  tree: string;
  name: string;
  instructions: string;
  tools: string;
  writes: string | null;
  tokens: number | null;
  money: number | null;
  tree_tokens: number | null;
  tree_money: number | null;
}

/** The children of conversations. */
export interface Children {
  get(conversation: string): Child | undefined;
  add(child: Child): void;
  /** Whose place, rules and questions a conversation has: the person's conversation that it began in, or itself. */
  rootOf(conversation: string): string;
  /** Those that a conversation has begun, and those that they have. */
  below(conversation: string): readonly string[];
  /** The same tree, whoever began it. */
  ofTree(tree: string): readonly string[];
  forget(conversation: string): void;
}

export function openChildren(db: Database): Children {
  const select = db.prepare<Row>('SELECT * FROM children WHERE conversation = ?');
  const insert = db.prepare(`
    INSERT INTO children (conversation, parent, root, tree, name, instructions, tools, writes, tokens, money, tree_tokens, tree_money)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const begun = db.prepare<{ conversation: string }>('SELECT conversation FROM children WHERE parent = ? ORDER BY rowid');
  const together = db.prepare<{ conversation: string }>('SELECT conversation FROM children WHERE tree = ? ORDER BY rowid');
  const remove = db.prepare('DELETE FROM children WHERE conversation = ?');
  // Read for each tool call and each message of every conversation, and never changed.
  const known = new Map<string, Child | undefined>();
  const get = (conversation: string): Child | undefined => {
    if (!known.has(conversation)) known.set(conversation, childOf(select.get(conversation)));
    return known.get(conversation);
  };
  const below = (conversation: string): readonly string[] =>
    begun.all(conversation).flatMap(row => [row.conversation, ...below(row.conversation)]);
  return {
    get,
    add(child) {
      const { conversation, parent, root, tree, name, instructions, tools, writes, limits = {}, treeLimits = {} } = child;
      insert.run(
        ...[conversation, parent, root, tree, name, instructions, JSON.stringify(tools)],
        writes === undefined ? null : JSON.stringify(writes),
        ...[limits.tokens, limits.money, treeLimits.tokens, treeLimits.money].map(limit => limit ?? null),
      );
      known.set(conversation, child);
    },
    rootOf: conversation => get(conversation)?.root ?? conversation,
    below,
    ofTree: tree => together.all(tree).map(({ conversation }) => conversation),
    forget(conversation) {
      remove.run(conversation);
      known.delete(conversation);
    },
  };
}

function childOf(row: Row | undefined): Child | undefined {
  if (row === undefined) return undefined;
  const { tools, writes, tokens, money, tree_tokens: treeTokens, tree_money: treeMoney, ...rest } = row;
  const limits = (of: number | null, cost: number | null) => ({
    ...(of !== null && { tokens: of }),
    ...(cost !== null && { money: cost }),
  });
  return {
    ...rest,
    tools: JSON.parse(tools) as string[],
    ...(writes !== null && { writes: JSON.parse(writes) as string[] }),
    limits: limits(tokens, money),
    treeLimits: limits(treeTokens, treeMoney),
  };
}
