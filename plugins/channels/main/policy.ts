import type { PromptSections, ToolCall } from '@atelier/agent/contract';
import type { Policy } from '../contract/index.ts';

type Kind = Exclude<keyof Policy, 'perMinute'>;

const kinds: Readonly<Record<string, Kind>> = {
  ...{ read: 'reads', ls: 'reads', grep: 'reads', find: 'reads' },
  ...{ write: 'writes', edit: 'writes' },
  ...{ bash: 'commands', powershell: 'commands' },
};

const words: Readonly<Record<Kind, string>> = {
  reads: 'read files',
  writes: 'write files',
  commands: 'run commands',
  others: 'use other tools',
};

/** Why a tool may not be called in a conversation of a channel; undefined if it may. What is not known counts as another tool. */
export function denied({ name }: Pick<ToolCall, 'name'>, policy: Policy, title: string): string | undefined {
  const kind = Object.hasOwn(kinds, name) ? (kinds[name] ?? 'others') : 'others';
  if (policy[kind]) return undefined;
  return `Messages through ${title} may not ${words[kind]} here. Only the person of this machine can allow it, in Channels, not in this conversation.`;
}

/** The same for a call and for what a specialist of its conversation calls, by who owns a conversation. */
export function denialOf(
  { conversation, root = conversation, name }: Pick<ToolCall, 'conversation' | 'root' | 'name'>,
  ownerOf: (conversation: string) => { readonly title: string; readonly policy: Policy } | undefined,
): string | undefined {
  const owner = ownerOf(root);
  return owner && denied({ name }, owner.policy, owner.title);
}

export const withSection = (value: PromptSections, title: string, text: string): PromptSections => ({
  ...value,
  sections: [...value.sections, { title, text }],
});
