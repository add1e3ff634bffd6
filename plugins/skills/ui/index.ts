import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { SkillsPage } from './window/skills-page.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'skills-page': SkillsPage };

/** The commands that run in the window. */
export const commands = {
  'skills.open': (view: ViewHost) => view.connect(WindowChannel).call('open', { view: 'skills.page', params: {} }),
  'skills.make': (view: ViewHost, args: unknown) =>
    view.connect(WindowChannel).call('open', { view: 'skills.page', params: args as { conversation: string } }),
};
