import { existsSync, mkdirSync } from 'node:fs';
import { parse, resolve } from 'node:path';
import type { Contributions, ExtensionContext } from '@atelier/kernel';
import { Providers, type ProvidersService } from '@atelier/providers/contract';
import {
  type AccessMode,
  beforeRuntimeStart,
  beforeTurn,
  commandVariables,
  composePrompt,
  type PassedSource,
  type PromptFragment,
  PromptFragments,
  type PromptSections,
  resolveWorkingDirectory,
  type ToolContribution,
} from '../../contract/index.ts';
import { isForbidden, realPath } from '../../engine/containment.ts';
import type { OpenConversation } from '../../engine/protocol.ts';
import { getAccessMode } from '../access/get-access-mode.ts';
import { checkedVariables } from '../commands/variables.ts';
import type { EngineSetup } from '../engine-setup.ts';
import { agentErrors } from '../errors.ts';
import type { Places } from '../places.ts';
import type { SessionFiles } from '../session-files.ts';
import { sectionsFrom } from '../tap-answers.ts';
import type { OfferedTools } from '../tools/offered-tools.ts';
import type { Child, Children } from './children.ts';
import type { RuntimeRecord } from './records.ts';

const defaultOrder = 100;

/** What is passed to the engine to open a conversation; it always names a model. */
export type PreparedConversation = OpenConversation & { readonly model: string };

/** The message that a turn begins with; `by` is the extension that sent it. */
export interface AskedMessage {
  readonly text: string;
  readonly by?: string;
}

/** Where text from outside in the sections comes from. */
interface Brought {
  readonly outside: readonly PassedSource[];
}

/** Collects what a runtime starts with: model, working directory, prompt sections, and tools of extensions. */
export class RuntimePreparer {
  readonly #ctx: ExtensionContext;
  readonly #providers: ProvidersService;
  readonly #fragments: Contributions<PromptFragment>;
  readonly #tools: OfferedTools;
  readonly #files: SessionFiles;
  readonly #setup: EngineSetup;
  readonly #places: Places;
  readonly #children: Pick<Children, 'get'>;
  /** The working folder of each conversation. */
  readonly #folders = new Map<string, string>();

  constructor(ctx: ExtensionContext, tools: OfferedTools, files: SessionFiles, setup: EngineSetup, children: Pick<Children, 'get'>) {
    this.#ctx = ctx;
    this.#providers = ctx.get(Providers);
    this.#fragments = ctx.contributions(PromptFragments);
    this.#tools = tools;
    this.#files = files;
    this.#setup = setup;
    this.#places = setup.places;
    this.#children = children;
  }

  /** Runs the hooks of a runtime's start; throws if one of them vetoes it. */
  async prepare(record: RuntimeRecord, asked: AskedMessage | undefined): Promise<{ prepared: PreparedConversation } & Brought> {
    const { conversation, accessMode, model, thinkingLevel } = record;
    const chosen = model ?? (await this.#providers.defaultModel());
    if (chosen === undefined) throw agentErrors['agent/not-set-up']({});
    const veto = await this.#ctx.run(beforeRuntimeStart, { conversation });
    if (veto !== undefined) throw agentErrors['agent/vetoed']({ reason: veto.veto });
    const child = this.#children.get(conversation);
    const folder = await workingDirectory(this.#ctx, child?.root ?? conversation, this.#places);
    this.#folders.set(conversation, folder);
    const cwd = accessMode === 'open' ? parse(folder).root : folder;
    const { sections, extraTools, outside } = await this.compose(conversation, accessMode, asked);
    const sessionFile = await this.#files.of(conversation);
    const variables = checkedVariables((await this.#ctx.run(commandVariables, { conversation: child?.root ?? conversation })) ?? {});
    const prepared: PreparedConversation = {
      conversation,
      sessionFile,
      cwd,
      folder: this.projectOf(conversation) ?? '',
      accessMode,
      model: chosen,
      thinkingLevel,
      sections,
      tools: child?.tools,
      extraTools,
      writes: child?.writes?.map(path => resolve(folder, path)),
      variables,
      ephemeral: false,
    };
    return { prepared, outside };
  }

  /** The current prompt sections and tools, which may have changed since the runtime was opened. */
  async compose(
    conversation: string,
    accessMode: AccessMode,
    asked: AskedMessage | undefined,
  ): Promise<Pick<PreparedConversation, 'sections' | 'extraTools'> & Brought> {
    const folder = this.folderOf(conversation);
    const child = this.#children.get(conversation);
    const offered = (await this.#tools.list()).map(({ tool }) => tool).filter(({ name }) => child?.tools.includes(name) !== false);
    const place = placeText(folder, accessMode, await this.#setup.detected());
    const base = [...baseSections(place, offered, this.#fragments), ...childSection(child)];
    const composed = await this.#ctx.run({ ...composePrompt, parseAnswer: sectionsFrom }, { conversation, sections: base });
    const fitting = asked && (await this.#ctx.run(beforeTurn, { conversation, ...asked, sections: [] }));
    const sections = [...composed.sections, ...(fitting?.sections ?? [])];
    const extraTools = [getAccessMode, ...offered].map(({ name, description, parameters }) => ({ name, description, parameters }));
    return { sections, extraTools, outside: fitting?.outside ?? [] };
  }

  /** The folder that a conversation works in. */
  folderOf(conversation: string): string {
    return this.#folders.get(conversation) ?? this.#places.workspace;
  }

  /** The project folder that a conversation works in; undefined for the global workspace, which is no project. */
  projectOf(conversation: string): string | undefined {
    const folder = this.#folders.get(conversation);
    return folder === this.#places.workspace ? undefined : folder;
  }
}

/** The folder that the first answering tap returns, else the global workspace. Throws if tools must not work there, and uses no other. */
async function workingDirectory(ctx: Pick<ExtensionContext, 'run'>, conversation: string, places: Places): Promise<string> {
  const answered = await ctx.run(resolveWorkingDirectory, { conversation });
  if (answered !== undefined && !existsSync(answered)) throw agentErrors['agent/folder-missing']({ folder: answered });
  const folder = answered ?? places.workspace;
  if (answered === undefined) mkdirSync(folder, { recursive: true });
  // Both: a link may lead into the profile, or out of it in place of one of its folders.
  if ([folder, realPath(folder)].some(path => isForbidden(path, places))) throw agentErrors['agent/folder-closed']({ folder });
  return folder;
}

/** What one conversation has another one do. */
function childSection(child: Child | undefined): PromptSections['sections'] {
  if (child === undefined) return [];
  const { instructions, writes } = child;
  const scope =
    writes === undefined ? '' : `\nYou write only: ${writes.join(', ') || 'nothing'}. Everything else in the folder is only read.`;
  return [{ title: 'Your part', text: `${instructions}${scope}` }];
}

/** Where the model works and what it reaches, as it is enforced. */
function placeText(folder: string, accessMode: AccessMode, sandboxed: boolean): string {
  if (accessMode === 'secure') {
    const commands = sandboxed
      ? 'commands run in a sandbox without network unless the person allowed it'
      : 'the person is asked about every command, because this machine has no sandbox';
    return `You work in ${folder}. Access mode: secure. Files outside it are refused, and ${commands}.`;
  }
  const data = sandboxed
    ? 'The app’s own data and other processes are hidden.'
    : 'The app’s own data and other processes are no part of it: file tools refuse them, and the person is asked about a command that names them.';
  return `The person’s folder is ${folder}. Access mode: open. The whole machine is within reach; touch only what the task needs. ${data} Once something was read, the person is asked before a command gets the network.`;
}

function baseSections(
  place: string,
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
    { title: 'Place', text: place },
    ...(guidelines.length > 0 ? [{ title: 'Tools of extensions', text: guidelines.map(line => `- ${line}`).join('\n') }] : []),
    ...fragments.items
      .map(({ value }) => value)
      .toSorted((a, b) => (a.order ?? defaultOrder) - (b.order ?? defaultOrder))
      .map(({ title, text }) => ({ title, text })),
  ];
}
