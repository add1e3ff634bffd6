import {
  Agent,
  afterToolCall,
  agentEvent,
  beforeRuntimeStart,
  beforeToolCall,
  composePrompt,
  conversationCompleted,
  conversationForgotten,
  type PromptFragment,
  resolveWorkingDirectory,
  type ToolContribution,
} from '@atelier/agent/contract';
import { Automation, type RuleAction, type RuleCondition, type RuleTrigger, ruleRan } from '@atelier/automation/contract';
import { type Bridge, Channels } from '@atelier/channels/contract';
import {
  type ConversationAction,
  Conversations,
  conversationArchived,
  conversationCreated,
  conversationRemoved,
  type FileAction,
  type MessageAction,
  messageReceived,
  projectCreated,
  type SlashCommand,
} from '@atelier/conversations/contract';
import type { Card } from '@atelier/dashboard/contract';
import type { ChangeAction } from '@atelier/file-changes/contract';
import type { Editor } from '@atelier/ide-launcher/contract';
import {
  ContributedCommands,
  Costs,
  Desktop,
  type ExtensionContext,
  Extensions,
  type Handle,
  machineWoke,
  Person,
  type Token,
} from '@atelier/kernel';
import { Memory, type MemorySource, memoryChanged } from '@atelier/memory/contract';
import { type BuiltInProvider, modelsChanged, Providers, testerWanted } from '@atelier/providers/contract';
import type { QuickAction } from '@atelier/quick-actions/contract';
import type { CommandContribution } from '@atelier/schemas/points/commands.ts';
import type { DeepLinkContribution } from '@atelier/schemas/points/deep-links.ts';
import type { KeybindingContribution } from '@atelier/schemas/points/keybindings.ts';
import type { ViewContribution } from '@atelier/schemas/points/views.ts';
import { type Section, Settings, settingChanged } from '@atelier/settings/contract';
import type { RoleContribution } from '@atelier/specialists/contract';
import { Usage } from '@atelier/usage/contract';
import { type Action, appearanceChosen, type Badge, type Finder, Workbench } from '@atelier/workbench/contract';

// The examples that `npm run generate` adds to each entry of registry-dev/API.md. The compiler checks every line against its contract.

type Calls<T> = { readonly [K in keyof T]?: (service: T) => Promise<unknown> };

const calls = <T>(token: Token<T>, table: Calls<T>): readonly [string, Calls<never>] => [token.key, table as Calls<never>];

/** By service key: one call of each method that an installed extension may call. */
export const serviceExamples: ReadonlyMap<string, Calls<never>> = new Map([
  calls(ContributedCommands, {
    run: contributedCommands => contributedCommands.run('notes-export.save', { format: 'md' }),
  }),
  calls(Costs, {
    list: costs => costs.list(),
  }),
  calls(Desktop, {
    program: desktop => desktop.program(),
    startupBehaviour: desktop => desktop.startupBehaviour(),
  }),
  calls(Extensions, {
    examine: extensions => extensions.examine({ name: '@me/notes', version: '1.0.0', engines: { atelier: '^1.0.0' }, atelier: {} }),
  }),
  calls(Person, {
    language: person => person.language(),
    keys: person => person.keys(),
  }),
  calls(Agent, {
    configure: agent => agent.configure('c1', { accessMode: 'secure', network: false }),
    prompt: agent => agent.prompt('c1', 'Summarise the README.'),
    state: agent => agent.state('c1'),
    stop: agent => agent.stop('c1'),
    resume: agent => agent.resume('c1'),
    transcript: agent => agent.transcript('c1', { limit: 20 }),
    rewind: agent => agent.rewind('c1', 'e7'),
    redo: agent => agent.redo('c1', 'e9'),
    callsAfter: agent => agent.callsAfter('c1', 'e7'),
    fork: agent => agent.fork('c1', 'e7', 'c2'),
    outsideSources: agent => agent.outsideSources('c1'),
    ask: agent => agent.ask('c1', { kind: 'select', title: 'Which branch?', options: ['main', 'next'] }, 60_000),
    runHidden: agent => agent.runHidden({ instruction: 'Name this conversation in three words.' }),
  }),
  calls(Automation, {
    list: automation => automation.list(),
    get: automation => automation.get('r1'),
    receipts: automation => automation.receipts({ rule: 'r1', limit: 20 }),
    receipt: automation => automation.receipt('o1'),
    summary: automation => automation.summary(),
    save: automation =>
      automation.save({
        draft: {
          title: 'Morning notes',
          trigger: { kind: 'cron', cron: '30 8 * * 1-5', zone: 'Europe/Paris' },
          action: { kind: 'notify', text: 'Write your notes.' },
          deliver: 'failure',
          missed: { policy: 'latest' },
        },
      }),
    remove: automation => automation.remove('r1'),
    fire: automation => automation.fire('note-saved', { title: 'Groceries' }),
  }),
  calls(Channels, {
    receive: channels => channels.receive('pigeons', { channelUser: 'marta', thread: 'marta', text: 'Hello?', idempotencyKey: 'm17' }),
    report: channels => channels.report('pigeons', { state: 'connected', account: 'loft' }),
  }),
  calls(Conversations, {
    create: conversations => conversations.create({ title: 'Release notes', project: 'p1' }),
    adopt: conversations => conversations.adopt({ title: 'Old', createdAt: 0, updatedAt: 0, source: '@me/notes', sourceId: '17' }),
    adopted: conversations => conversations.adopted('@me/notes', ['17', '18']),
    describe: conversations => conversations.describe('c1'),
    recent: conversations => conversations.recent(10),
    projectFolder: conversations => conversations.projectFolder('c1'),
    worktrees: conversations => conversations.worktrees(),
    setWorktree: conversations => conversations.setWorktree('c1', '/home/me/project-next'),
    prefill: conversations => conversations.prefill('c1', 'Continue with the tests.'),
  }),
  calls(Memory, {
    search: memory => memory.search({ text: 'which package manager', limit: 5 }),
    list: memory => memory.list({ kinds: ['decision'] }),
    get: memory => memory.get('m1'),
    upsert: memory =>
      memory.upsert({ kind: 'preference', title: 'Package manager', content: 'Uses npm, never yarn.', source: { origin: 'manual' } }),
    correct: memory => memory.correct({ id: 'm1', content: 'Uses pnpm.', source: { origin: 'manual' } }),
    forget: memory => memory.forget({ ids: ['m1'] }),
    markUsed: memory => memory.markUsed(['m1']),
    explain: memory => memory.explain('c1', 'e7'),
    stats: memory => memory.stats(),
  }),
  calls(Providers, {
    listModels: providers => providers.listModels(),
    defaultModel: providers => providers.defaultModel(),
  }),
  calls(Settings, {
    read: settings => settings.read('@me/notes', 'notes'),
  }),
  calls(Usage, {
    between: usage => usage.between({ from: '2026-11-01', to: '2026-11-30' }),
    by: usage => usage.by('model', { from: '2026-11-23' }),
    ofConversation: usage => usage.ofConversation('c1'),
  }),
  calls(Workbench, {
    show: workbench => workbench.show('notes.panel', { note: 'n1' }),
    locale: workbench => workbench.locale(),
    appearance: workbench => workbench.appearance(),
  }),
]);

/** By the name under which a contract exports the hook. */
export const hookExamples: Readonly<Record<string, (ctx: ExtensionContext) => Handle>> = {
  afterToolCall: ctx => ctx.tap(afterToolCall, async result => ({ ...result, notes: [...result.notes, 'Checked by notes.'] })),
  agentEvent: ctx => ctx.tap(agentEvent, async event => ctx.log.info(event.kind)),
  appearanceChosen: ctx => ctx.tap(appearanceChosen, async ({ appearance }) => ctx.log.info(appearance)),
  beforeRuntimeStart: ctx => ctx.tap(beforeRuntimeStart, async () => ({ veto: 'Notes are being written.' })),
  beforeToolCall: ctx => ctx.tap(beforeToolCall, async ({ tool }) => (tool === 'bash' ? { deny: 'No shell here.' } : undefined)),
  composePrompt: ctx =>
    ctx.tap(composePrompt, async prompt => ({ ...prompt, sections: [...prompt.sections, { title: 'Notes', text: 'Keep notes.' }] })),
  conversationArchived: ctx => ctx.tap(conversationArchived, async ({ conversation }) => ctx.log.info(conversation)),
  conversationCompleted: ctx => ctx.tap(conversationCompleted, async ({ conversation, usage }) => ctx.log.info(conversation, { usage })),
  conversationCreated: ctx => ctx.tap(conversationCreated, async ({ conversation }) => ctx.log.info(conversation)),
  conversationForgotten: ctx => ctx.tap(conversationForgotten, async ({ conversation }) => ctx.log.info(conversation)),
  conversationRemoved: ctx => ctx.tap(conversationRemoved, async ({ conversation }) => ctx.log.info(conversation)),
  machineWoke: ctx => ctx.tap(machineWoke, async () => ctx.log.info('the machine woke')),
  memoryChanged: ctx => ctx.tap(memoryChanged, async ({ change, ids }) => ctx.log.info(`${change}: ${ids.length}`)),
  messageReceived: ctx => ctx.tap(messageReceived, async ({ text }) => ctx.log.info(`${text.length} characters`)),
  modelsChanged: ctx => ctx.tap(modelsChanged, async () => ctx.log.info('other models')),
  projectCreated: ctx => ctx.tap(projectCreated, async ({ folder }) => ctx.log.info(folder)),
  resolveWorkingDirectory: ctx => ctx.tap(resolveWorkingDirectory, async () => '/home/me/project'),
  ruleRan: ctx => ctx.tap(ruleRan, async ({ rule, status }) => ctx.log.info(`${rule}: ${status}`)),
  settingChanged: ctx => ctx.tap(settingChanged, async ({ id }) => ctx.log.info(id)),
  testerWanted: ctx => ctx.tap(testerWanted, async () => ctx.log.info('a model is about to be tested')),
};

/** By point key, or by short name for points of the kernel: an entry of a manifest. */
export const pointExamples: Readonly<Record<string, object>> = {
  commands: { id: 'notes.open', title: 'Open notes' } satisfies CommandContribution,
  deepLinks: { route: 'notes/open', command: 'notes.open' } satisfies DeepLinkContribution,
  keybindings: { command: 'notes.open', key: 'Mod+Shift+K' } satisfies KeybindingContribution,
  views: { id: 'notes.panel', slot: 'panel', title: 'Notes', element: 'notes-panel' } satisfies ViewContribution,
  '@atelier/agent:tools@1': {
    name: 'find_note',
    description: 'Finds notes by a word.',
    command: 'notes.find',
    parameters: { type: 'object', required: ['word'], properties: { word: { type: 'string' } } },
  } satisfies ToolContribution,
  '@atelier/automation:triggers@1': { id: 'note-saved', title: 'A note is saved', fields: ['title'] } satisfies RuleTrigger,
  '@atelier/automation:conditions@1': { id: 'has-notes', title: 'There are notes', command: 'notes.has' } satisfies RuleCondition,
  '@atelier/automation:actions@1': { id: 'add-note', title: 'Add a note', command: 'notes.add' } satisfies RuleAction,
  '@atelier/channels:bridges@1': {
    ...{ id: 'pigeons', title: 'Pigeons', start: 'pigeons.start', stop: 'pigeons.stop', send: 'pigeons.send' },
  } satisfies Bridge,
  '@atelier/agent:promptFragments@1': { title: 'Notes', text: 'Keep a note of each decision.' } satisfies PromptFragment,
  '@atelier/specialists:roles@1': {
    name: 'note-keeper',
    about: 'collects what was decided, and writes nothing',
    instructions: 'Read the notes of the project. Answer with what was decided, and where.',
    tools: ['read', 'ls'],
    readOnly: true,
  } satisfies RoleContribution,
  '@atelier/memory:sources@1': { id: 'notes', title: 'Notes', command: 'notes.search' } satisfies MemorySource,
  '@atelier/file-changes:changeActions@1': { command: 'notes.open', title: 'Notes', icon: 'bookmark' } satisfies ChangeAction,
  '@atelier/conversations:conversationActions@1': {
    command: 'notes.open',
    title: 'Notes of this conversation',
    icon: 'bookmark',
  } satisfies ConversationAction,
  '@atelier/conversations:messageActions@1': {
    command: 'notes.keep',
    title: 'Keep as a note',
    icon: 'bookmark',
    on: ['assistant'],
  } satisfies MessageAction,
  '@atelier/conversations:fileActions@1': {
    command: 'notes.ofFile',
    title: 'Notes of this file',
    icon: 'bookmark',
  } satisfies FileAction,
  '@atelier/ide-launcher:editors@1': {
    ...{ id: 'nova', title: 'Nova', commands: ['nova'] },
    ...{ folder: ['{path}'], file: ['{path}'], line: ['--line', '{line}', '{path}'] },
  } satisfies Editor,
  '@atelier/conversations:slashCommands@1': { name: 'note', title: 'Write a note', command: 'notes.add' } satisfies SlashCommand,
  '@atelier/providers:builtIn@1': {
    id: 'my-models',
    name: 'My models',
    baseUrl: 'http://127.0.0.1:8080/v1',
    api: 'openai-completions',
    models: [{ id: 'small', name: 'Small' }],
  } satisfies BuiltInProvider,
  '@atelier/dashboard:cards@1': { title: 'Notes', command: 'notes.card' } satisfies Card,
  '@atelier/quick-actions:actions@1': { label: 'Summarise', text: 'Summarise this conversation.' } satisfies QuickAction,
  '@atelier/settings:sections@1': {
    id: 'notes',
    title: 'Notes',
    form: [{ id: 'sync', title: 'Keep notes in step', kind: 'boolean' }],
  } satisfies Section,
  '@atelier/workbench:actions@1': { command: 'notes.open', title: 'Notes', icon: 'bookmark' } satisfies Action,
  '@atelier/workbench:badges@1': { view: 'notes.panel', text: '3' } satisfies Badge,
  '@atelier/workbench:finders@1': { command: 'notes.find', title: 'Notes' } satisfies Finder,
};

/** The place of each slot in the window. */
export const slotDescriptions: Readonly<Record<ViewContribution['slot'], string>> = {
  titlebar: 'At the top of the sidebar, where the title of the window stands.',
  sidebar: 'In the sidebar, below the actions.',
  'sidebar.own': 'In place of the sidebar, while the main view that names it as `sidebar` is shown.',
  'sidebar.footer': 'At the bottom of the sidebar.',
  topbar: 'In the bar above the main view.',
  'topbar.widget': 'A compact widget in that bar.',
  main: 'In the middle of the window, one at a time.',
  panel: 'In the panel at the right, one at a time.',
  status: 'In the line at the bottom of the window.',
  dialog: 'Above everything, until it is closed.',
  overlay: 'Above the main view, which stays usable.',
  composer: 'The composer of a conversation; the one that the person chose is shown.',
  'composer.top': 'Above the composer of a conversation.',
  palette: 'As the command palette.',
  settings: 'As the page of a section of the settings that names it.',
};
