import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemoryHost } from '@atelier/kernel/host';
import { startKernel } from '@atelier/kernel/start';
import { TemplateChannel } from '../../plugins/template/contract/index.ts';
import { validators } from '../../plugins/template/contract/template.channel.validate.js';
import type { Bench } from './bench.ts';
import { writeCallsExtension } from './fixtures/calls-extension.ts';
import { alternating, timed } from './measure.ts';

const calls = 10_000;
const rounds = 15;

/** A call into a channel, against a plain function behind the same check. */
export default {
  name: 'kernel-calls',
  async run() {
    const root = mkdtempSync(join(tmpdir(), 'atelier-bench-'));
    const host = openMemoryHost({ bundled: undefined, node: process.execPath, root });
    writeCallsExtension(host.paths.bundled);
    const kernel = await startKernel(host);
    const client = kernel.client(TemplateChannel);
    const check = validators.calls.listNotes.params;
    const listNotes = async () => [];
    const plain = async (params: unknown) => {
      if (!check(params)) throw new Error('not these params');
      return listNotes();
    };
    const page = host.connect();
    let arrived: () => void = () => undefined;
    page.onMessage(() => arrived());
    const link = async (id: number) => {
      const answer = new Promise<void>(resolve => {
        arrived = resolve;
      });
      page.send([{ v: 1, id, kind: 'call', to: 'template:listNotes', body: {} }]);
      await answer;
    };
    const each = (call: (n: number) => Promise<unknown>) => async () =>
      (await timed(async () => {
        for (let n = 1; n <= calls; n += 1) await call(n);
      })) / calls;
    try {
      const times = await alternating(rounds, {
        plain: each(() => plain({})),
        ours: each(() => client.call('listNotes', {})),
        copied: each(async n => JSON.parse(JSON.stringify({ v: 1, id: n, kind: 'call', to: 'template:listNotes', body: {} }))),
        link: each(link),
      });
      return [
        { what: 'plain async function behind a check', value: times.time('plain') * 1000, unit: 'us', ratio: 1 },
        {
          what: 'call through the in-process channel',
          value: times.time('ours') * 1000,
          unit: 'us',
          ratio: times.ratio('ours', 'plain'),
          limit: 5,
        },
        { what: 'one frame through JSON and back', value: times.time('copied') * 1000, unit: 'us' },
        { what: 'call over a memory link, of 10,000', value: times.time('link') * 1000, unit: 'us', ratio: times.ratio('link', 'ours') },
      ];
    } finally {
      await kernel.close();
      await host.close();
      rmSync(root, { recursive: true, force: true });
    }
  },
} satisfies Bench;
