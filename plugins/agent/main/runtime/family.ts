import { isAbsolute, normalize, sep } from 'node:path';
import type { AgentService, NewChild } from '../../contract/index.ts';
import { isInside } from '../../engine/containment.ts';
import { agentErrors } from '../errors.ts';
import type { OutsideSources } from '../outside/sources.ts';
import type { Children } from './children.ts';
import type { FamilyServices } from './conversation-services.ts';
import type { Conversations } from './conversations.ts';
import type { RuntimeRecords } from './records.ts';

export interface FamilyParts {
  readonly children: Children;
  readonly records: RuntimeRecords;
  readonly outside: OutsideSources;
  conversations(): Conversations;
}

type Settings = Parameters<AgentService['beginChild']>[2];

/** What holds between a conversation and those that it has begun: they have no more access than it, and work only while it does. */
export class Family implements FamilyServices {
  readonly #parts: FamilyParts;

  constructor(parts: FamilyParts) {
    this.#parts = parts;
  }

  /** Records a child with at most what its parent may. */
  begin(conversation: string, given: NewChild, { model, thinkingLevel, accessMode }: Settings): void {
    const { children, records, outside, conversations } = this.#parts;
    const { parent } = given;
    const above = children.get(parent);
    if (conversation === parent || children.get(conversation) !== undefined) throw agentErrors['agent/child-of-itself']({});
    this.#demandWorking(parent);
    const writes = narrowed(given.writes, above?.writes);
    const tools = above === undefined ? given.tools : given.tools.filter(name => above.tools.includes(name));
    const { writes: _writes, ...rest } = given;
    const root = children.rootOf(parent);
    children.add({ ...rest, conversation, root, tools, ...(writes !== undefined && { writes }) });
    const { accessMode: mode, model: parentModel, thinkingLevel: level } = records.get(parent);
    const { chargedTo } = conversations().of(root);
    records.change(conversation, {
      model: model ?? parentModel,
      thinkingLevel: thinkingLevel ?? level,
      accessMode: writes === undefined && accessMode === undefined ? mode : 'secure',
      chargedTo,
    });
    outside.copy(parent, conversation);
  }

  demandParent(conversation: string): void {
    const parent = this.#parts.children.get(conversation)?.parent;
    if (parent === undefined) return;
    this.#demandWorking(parent);
    this.#parts.outside.copy(parent, conversation);
  }

  demandOpenParent(conversation: string): void {
    const child = this.#parts.children.get(conversation);
    if (child === undefined) return;
    if (child.writes !== undefined || this.#parts.records.get(child.parent).accessMode === 'secure')
      throw agentErrors['agent/child-access']({});
  }

  /** Nobody gives a child the network for good: its commands are asked about one by one. */
  demandNoChild(conversation: string): void {
    if (this.#parts.children.get(conversation) !== undefined) throw agentErrors['agent/child-access']({});
  }

  async stopBelow(conversation: string): Promise<void> {
    const { children, conversations } = this.#parts;
    await Promise.all(children.below(conversation).map(below => conversations().of(below).stop()));
  }

  /** Stops all that have one limit together. */
  async stopTree(conversation: string): Promise<void> {
    const { children, conversations } = this.#parts;
    const tree = children.get(conversation)?.tree;
    if (tree !== undefined) await Promise.all(children.ofTree(tree).map(one => conversations().of(one).stop()));
  }

  async secureBelow(conversation: string): Promise<void> {
    const { children, conversations } = this.#parts;
    for (const below of children.below(conversation)) await conversations().of(below).setAccessMode('secure');
  }

  #demandWorking(parent: string): void {
    if (!this.#parts.conversations().of(parent).isWorking) throw agentErrors['agent/parent-idle']({});
  }
}

/** What a child writes: its own paths as far as its parent writes them. They are relative, and lead nowhere else. */
function narrowed(own: readonly string[] | undefined, above: readonly string[] | undefined): readonly string[] | undefined {
  const inner = own?.map(path => normalize(path)).filter(path => !isAbsolute(path) && path.split(sep)[0] !== '..');
  if (inner === undefined || above === undefined) return inner ?? above;
  return inner.filter(path => above.some(outer => outer === '.' || isInside(path, outer, false)));
}
