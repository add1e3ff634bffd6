import type { ViewHost } from '@atelier/kernel/ui';
import { openFrame } from './open-frame.ts';
import { reportErrors } from './reports.ts';

const frame = openFrame();
let ready = false;
void frame.then(({ send }) => reportErrors(send, async () => !ready));

/** The `ViewHost` of an html view; resolves once the frame has its port, and reports the page as shown. */
export async function openView(): Promise<ViewHost> {
  const { host, send } = await frame;
  if (!ready) send('shown', {});
  ready = true;
  return host;
}
