import { type Notification, visibleText } from '@atelier/kernel';
import { runProgram } from '@atelier/kernel/children';

const limitMs = 10_000;
const maxBytes = 4096;

/** Shows a desktop notification, while no window is open; false where there is no `notify-send`. */
export async function notifyThroughSystem({ title, body = '' }: Notification): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  return (await runProgram('notify-send', notifyArguments({ title, body }), { limitMs, maxBytes })).code === 0;
}

/** The arguments of `notify-send`: desktops read the body as markup, and a model or a stranger may have written it. */
export function notifyArguments({ title, body }: Required<Pick<Notification, 'title' | 'body'>>): string[] {
  const [summary = '', text = ''] = [title, body].map(words => visibleText(words.slice(0, 500), 'prose'));
  return ['--app-name=Atelier', '--', summary, text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')];
}
