import { existsSync, mkdirSync } from 'node:fs';
import { parse } from 'node:path';
import type { Contributions, ExtensionContext } from '@atelier/kernel';
import {
  type AccessMode,
  beforeRuntimeStart,
  composePrompt,
  type PromptFragment,
  type PromptSections,
  resolveWorkingDirectory,
  type ToolContribution,
} from '../../contract/index.ts';
import { agentErrors } from '../errors.ts';
import type { OfferedTools } from '../tools/offered-tools.ts';
import type { Preparation } from './runtimes.ts';

const usualOrder = 100;

export interface PreparationOptions {
  readonly ctx: Pick<ExtensionContext, 'run'>;
  readonly tools: OfferedTools;
  readonly fragments: Contributions<PromptFragment>;
  /** The global workspace. */
  readonly workspace: string;
  /** Tools of our own, beside those that extensions contribute. */
  readonly ownTools: readonly { readonly name: string; readonly description: string; readonly parameters: object }[];
}

/** Gathers what a runtime starts with: where it works, what its prompt says, and which tools extensions add. */
export function preparer({ ctx, tools, fragments, workspace, ownTools }: PreparationOptions) {
  const folders = new Map<string, string>();
  /** What the model of a conversation is told now; it may have changed since its runtime began. */
  const compose = async (conversation: string, accessMode: AccessMode): Promise<Omit<Preparation, 'cwd'>> => {
    const folder = folders.get(conversation) ?? workspace;
    const offered = (await tools.list()).map(({ tool }) => tool);
    const base = baseSections(folder, accessMode, offered, fragments);
    const { sections } = await ctx.run(composePrompt, { conversation, sections: base });
    const extraTools = [...ownTools, ...offered].map(({ name, description, parameters }) => ({ name, description, parameters }));
    return { sections, extraTools };
  };
  const prepare = async (conversation: string, accessMode: AccessMode): Promise<Preparation> => {
    const veto = await ctx.run(beforeRuntimeStart, { conversation });
    if (veto !== undefined) throw agentErrors['agent/vetoed']({ reason: veto.veto });
    const folder = await workingDirectory(ctx, conversation, workspace);
    folders.set(conversation, folder);
    const cwd = accessMode === 'open' ? parse(folder).root : folder;
    return { cwd, ...(await compose(conversation, accessMode)) };
  };
  /** The person's own folder that a conversation works in; the global workspace is nobody's project. */
  const folderOf = (conversation: string): string | undefined => {
    const folder = folders.get(conversation);
    return folder === workspace ? undefined : folder;
  };
  return { prepare, compose, folderOf };
}

/** The first answer wins; nobody's answer is the global workspace. In another folder than the person's nothing is ever done. */
async function workingDirectory(ctx: Pick<ExtensionContext, 'run'>, conversation: string, workspace: string): Promise<string> {
  const answered = await ctx.run(resolveWorkingDirectory, { conversation });
  if (answered !== undefined) {
    if (!existsSync(answered)) throw agentErrors['agent/folder-missing']({ folder: answered });
    return answered;
  }
  mkdirSync(workspace, { recursive: true });
  return workspace;
}

function baseSections(
  folder: string,
  accessMode: AccessMode,
  tools: readonly ToolContribution[],
  fragments: Contributions<PromptFragment>,
): PromptSections['sections'] {
  const guidelines = tools.flatMap(({ name, snippet, guidelines = [] }) => [
    ...(snippet === undefined ? [] : [`${name}: ${snippet}`]),
    ...guidelines,
  ]);
  return [
    {
      title: 'Role',
      text: 'You are Atelier, an assistant for chat and coding on the person’s own machine. Answer in the language of the person. Be concrete and brief; say what you did and what you did not.',
    },
    {
      title: 'Place',
      text:
        accessMode === 'secure'
          ? `You work in ${folder}. Access mode: secure. Files outside it are refused, and commands run in a sandbox without network unless the person allowed it.`
          : `The person’s folder is ${folder}. Access mode: open. The whole machine is within reach; touch only what the task needs.`,
    },
    ...(guidelines.length > 0 ? [{ title: 'Tools of extensions', text: guidelines.map(line => `- ${line}`).join('\n') }] : []),
    ...fragments.items
      .map(({ value }) => value)
      .toSorted((a, b) => (a.order ?? usualOrder) - (b.order ?? usualOrder))
      .map(({ title, text }) => ({ title, text })),
  ];
}
