import { AgentChannel } from '@atelier/agent/contract';
import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { ConversationsChannel, type Density } from '../contract/index.ts';
import { askComposer } from './composer/composer-events.ts';
import { askSearch, askThread } from './thread/thread-events.ts';

const show = (view: ViewHost, params: Record<string, unknown>) =>
  view.connect(WindowChannel).call('open', { view: 'conversations.thread', params });

/** Commands that no first screen carries. */
const later = (
  ['playChime', 'defineQuestion', 'findConversations', 'findFiles', 'mentionFile', 'findProjects', 'findMessages'] as const
).map(name => [`conversations.${name}`, async (view: ViewHost, args: unknown) => (await import('./later-commands.ts'))[name](view, args)]);

const densityOf = (density: Density) => (view: ViewHost) => view.connect(ConversationsChannel).call('savePreferences', { density });

/** The commands that run in the window. */
export const commands = {
  ...Object.fromEntries(later),
  /** Shows the draft of the current project; the conversation is created by its first message. */
  'conversations.new': async (view: ViewHost) => {
    const project = view.slices.get('project')?.id;
    await show(view, project === undefined ? {} : { project });
    askComposer('focus');
  },
  'conversations.newIn': (view: ViewHost, args: unknown) => show(view, args as Record<string, unknown>),
  'conversations.open': (view: ViewHost, args: unknown) => show(view, args as Record<string, unknown>),
  'conversations.openLast': async (view: ViewHost) => {
    const { rows } = await view.connect(ConversationsChannel).call('list', { limit: 1, sort: 'updated' });
    const [last] = rows;
    if (last !== undefined) await show(view, { conversation: last.id });
  },
  'conversations.addProject': async (view: ViewHost) => {
    const project = await view.connect(ConversationsChannel).call('addProject', {});
    if (project !== null) await show(view, { project: project.id });
  },
  'conversations.stop': async (view: ViewHost) => {
    const conversation = view.slices.get('conversation')?.id;
    if (conversation !== undefined) await view.connect(AgentChannel).call('stop', { conversation });
  },
  'conversations.write': async () => askComposer('focus'),
  'conversations.attach': async () => askComposer('attach'),
  'conversations.chooseModel': async () => askComposer('model'),
  'conversations.find': async () => askSearch(),
  'conversations.outline': async () => askThread('outline'),
  'conversations.compactTools': densityOf('compact'),
  'conversations.lineTools': densityOf('lines'),
  'conversations.openTools': densityOf('open'),
  'conversations.rename': (view: ViewHost, args: unknown) =>
    view.connect(ConversationsChannel).call('rename', args as { readonly conversation: string; readonly title: string }),
  'conversations.undoRemove': (view: ViewHost, args: unknown) =>
    view.connect(ConversationsChannel).call('undo', args as { readonly undo: string }),
  'conversations.archive': (view: ViewHost, args: unknown) =>
    view.connect(ConversationsChannel).call('archive', args as { readonly conversations: string[]; readonly archived: boolean }),
};
