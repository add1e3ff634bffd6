import type { PromptSections, ToolCall } from '@atelier/agent/contract';
import type { Candidate } from '../../contract/index.ts';

type Sections = PromptSections['sections'];

const discovered = {
  title: 'Tools first',
  text: 'Before you answer from memory, look whether one of your tools can find it out or do it, those of extensions included, and use it.',
};
const handedOn = {
  encourage: {
    title: 'Other agents',
    text: 'Where the task has parts that do not depend on each other, and a tool hands work to another agent, hand those parts on.',
  },
  restrict: { title: 'Other agents', text: 'Do all of the work yourself; hand none of it to another agent.' },
} as const;

/** The sections of a prompt with what a candidate adds to them. It removes none but the one of tools of extensions. */
export function withCandidate({ prompt, discovery, subagents }: Candidate, sections: Sections, snapshot?: string): Sections {
  const kept = discovery === 'minimal' ? sections.filter(({ title }) => title !== 'Tools of extensions') : sections;
  const place = kept.findIndex(({ title }) => title === 'Place') + 1;
  return [
    ...kept.slice(0, place),
    ...prompt.before,
    ...kept.slice(place),
    ...(discovery === 'eager' ? [discovered] : []),
    ...(subagents === 'default' ? [] : [handedOn[subagents]]),
    ...prompt.after,
    ...(snapshot === undefined ? [] : [{ title: 'Environment Snapshot', text: snapshot }]),
  ];
}

/** What a model is always told when it asks, whatever a candidate denies. */
const alwaysAllowed: readonly string[] = ['get_access_mode'];
const writing: readonly string[] = ['write', 'edit', 'bash'];

/**
 * Why a candidate denies a call, in words for the model; undefined if it does not. It says only no: containment, rules and the access mode
 * decide about what it lets pass.
 */
export function denialBy({ title, permissions, subagents, hooks }: Candidate, { name }: Pick<ToolCall, 'name'>): string | undefined {
  if (alwaysAllowed.includes(name)) return undefined;
  const { mode, tools } = permissions;
  const isListed = tools.includes(name);
  const why = (what: string) => `The harness “${title}” ${what}, so this call is not made. Go on without it.`;
  if (mode === 'only' && !isListed) return why(`lets only these tools be called: ${tools.join(', ') || 'none'}`);
  if (mode === 'except' && isListed) return why(`does not let ${name} be called`);
  if (hooks.before === 'read-only' && writing.includes(name)) return why('lets nothing be written and no command be run');
  if (subagents === 'restrict' && (name === 'delegate' || /subagent/i.test(name))) return why('hands no work to other agents');
  return undefined;
}
