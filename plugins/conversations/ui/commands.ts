import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { ConversationsChannel } from '../contract/index.ts';
import { findConversations, findMessages, findProjects } from './list/finders.ts';

const show = (view: ViewHost, params: Record<string, unknown>) =>
  view.connect(WindowChannel).call('open', { view: 'conversations.thread', params });

/** What the window itself does when it is asked. */
export const commands = {
  /** A conversation begins with its first message; until then it is a draft of the project that is on screen. */
  'conversations.new': (view: ViewHost) => {
    const project = view.slices.get('project')?.id;
    return show(view, project === undefined ? {} : { project });
  },
  'conversations.newIn': (view: ViewHost, args: unknown) => show(view, args as Record<string, unknown>),
  'conversations.open': (view: ViewHost, args: unknown) => show(view, args as Record<string, unknown>),
  'conversations.addProject': async (view: ViewHost) => {
    const project = await view.connect(ConversationsChannel).call('addProject', {});
    if (project !== null) await show(view, { project: project.id });
  },
  'conversations.undoRemove': (view: ViewHost, args: unknown) =>
    view.connect(ConversationsChannel).call('undo', args as { readonly undo: string }),
  'conversations.archive': (view: ViewHost, args: unknown) =>
    view.connect(ConversationsChannel).call('archive', args as { readonly conversations: string[]; readonly archived: boolean }),
  'conversations.find': findConversations,
  'conversations.findProjects': findProjects,
  'conversations.findMessages': findMessages,
};
