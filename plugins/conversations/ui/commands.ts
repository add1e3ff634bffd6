import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { ConversationsChannel } from '../contract/index.ts';

const show = (view: ViewHost, params: Record<string, unknown>) =>
  view.connect(WindowChannel).call('open', { view: 'conversations.thread', params });

/** What the window itself does when it is asked. */
export const commands = {
  /** A conversation begins with its first message; until then it is a draft of the project that is on screen. */
  'conversations.new': (view: ViewHost) => {
    const project = view.slices.get('project')?.id;
    return show(view, project === undefined ? {} : { project });
  },
  'conversations.open': (view: ViewHost, args: unknown) => show(view, args as Record<string, unknown>),
  'conversations.addProject': async (view: ViewHost) => {
    const project = await view.connect(ConversationsChannel).call('addProject', {});
    if (project !== null) await show(view, { project: project.id });
  },
};
