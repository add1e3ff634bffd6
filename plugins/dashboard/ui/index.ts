import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { DashboardConversations } from './dashboard-conversations.ts';
import { DashboardHome } from './dashboard-home.ts';
import { DashboardNames } from './dashboard-names.ts';
import { DashboardRecent } from './dashboard-recent.ts';
import { DashboardWelcome } from './dashboard-welcome.ts';

customElements.define('dashboard-welcome', DashboardWelcome);

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = {
  'dashboard-home': DashboardHome,
  'dashboard-conversations': DashboardConversations,
  'dashboard-recent': DashboardRecent,
  'dashboard-names': DashboardNames,
};

/** In the Assistant: its views are not there in the other mode. */
const open = (view: string) => async (host: ViewHost) => {
  const window = host.connect(WindowChannel);
  await window.call('context', { mode: 'assistant' });
  await window.call('open', { view });
};

/** The commands that run in the window. */
export const commands = {
  'dashboard.open': open('dashboard.home'),
  'dashboard.showConversations': open('dashboard.conversations'),
  'dashboard.showNames': (host: ViewHost) => host.connect(WindowChannel).call('open', { view: 'dashboard.names' }),
};
