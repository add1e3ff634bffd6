import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ShownView } from '../shell/ui/frames/view-frame.ts';
import { chromiumLack } from './support/chromium.ts';
import { openFramePages } from './support/frame-pages.ts';
import type { Stage } from './support/frame-stage/stage.ts';

declare const stage: Stage;

const hello = join(import.meta.dirname, '..', 'registry-dev', 'examples', 'hello-panel');
const lack = await chromiumLack();
let pages: Awaited<ReturnType<typeof openFramePages>>;

beforeEach(context => context.skip(lack !== undefined, lack));
beforeAll(async () => {
  if (lack === undefined) pages = await openFramePages([hello]);
});
afterAll(() => pages?.close());

test('X6: a view of a version that has not started yet is not begun, and the one of before is back where it does not start', async () => {
  await using opened = await pages.open();
  const { tab, show, seen } = opened;
  await show('hello-panel.panel');
  await seen('view-shown');
  /** How many frames there are once the page has taken in what is shown now: the version is counted from the one that was there. */
  const now = (state: ShownView['state'], later: number) =>
    tab.evaluate(
      async ([how, by]) => {
        const { frame } = stage;
        if (frame === undefined) return -1;
        frame.dataset.first ??= String(frame.shown.taken);
        const first = Number(frame.dataset.first);
        frame.shown = { ...frame.shown, state: how, taken: first + by };
        await frame.updateComplete;
        return frame.shadowRoot?.querySelectorAll('iframe').length;
      },
      [state, later] as const,
    );
  expect({
    'woken itself': await now('waking', 0),
    'another that is starting': await now('waking', 1),
    'that failed': await now('failed', 1),
    'the one of before': await now('active', 0),
    'another again': await now('waking', 2),
    'that has started': await now('active', 2),
    'and sleeps': await now('dormant', 2),
    'one that started at once': await now('active', 3),
  }).toEqual({
    'woken itself': 1,
    'another that is starting': 0,
    'that failed': 0,
    'the one of before': 1,
    'another again': 0,
    'that has started': 1,
    'and sleeps': 1,
    'one that started at once': 1,
  });
  await now('waking', 4);
  await now('quarantined', 4);
  expect(await seen('view-failed')).toMatchObject({ code: 'view/switched-off' });
});
