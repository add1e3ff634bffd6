import type { ViewHost } from '@atelier/kernel/ui';
import { openFrame } from './open-frame.ts';
import { reportErrors } from './reports.ts';

const frame = openFrame();
let ready = false;
void frame.then(({ tell }) => reportErrors(tell, async () => !ready));

/** What an html view may use; it comes once the frame was given its port, and the page counts as shown. */
export async function openView(): Promise<ViewHost> {
  const { host, tell } = await frame;
  if (!ready) tell('shown', {});
  ready = true;
  return host;
}
