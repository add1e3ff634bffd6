import fs from 'node:fs';
import { join } from 'node:path';

// Each takes more than its share: of messages, of the log, of memory, of the screen.
const line = frame => `${JSON.stringify(frame)}\n`;
/** Past the library: what a hostile extension would do, since the descriptor is its own. */
function raw(text) {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) {
    try {
      done += fs.writeSync(3, bytes, done);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}
const times = (count, work) => {
  for (let at = 1; at <= count; at += 1) work(at);
};

export const attacks = {
  'flood-questions': {
    tries: 'ask the kernel 200,000 things at once',
    run: () => times(200_000, id => raw(line({ k: 'ask', id, verb: 'secret', args: ['x'] }))),
  },
  'flood-events': {
    tries: 'send 200,000 events to every window',
    channel: true,
    run: (_, _ctx, { publisher }) => times(200_000, at => publisher.emit('said', { text: String(at) })),
  },
  'flood-log': { tries: 'fill the log with 200,000 lines', run: (_, ctx) => times(200_000, at => ctx.log.error(`line ${at}`)) },
  'flood-output': { tries: 'fill the log with 20 MB of output', run: () => times(20_000, () => console.log('x'.repeat(1000))) },
  'flood-notifications': {
    tries: 'bury the person under 2,000 notifications of the system',
    atelier: { rights: { notify: true } },
    granted: { notify: true },
    run: (_, ctx) => Promise.all(Array.from({ length: 2000 }, (_, at) => ctx.notify({ title: `now ${at}` }))).then(() => undefined),
  },
  'flood-registrations': {
    tries: 'register 5,000 cleanups, so that its end takes for ever',
    run: (_, ctx) => times(5000, at => ctx.defer(`clean up ${at}`, () => new Promise(() => undefined))),
  },
  'send-long-line': { tries: 'send one message of 100 MB', run: () => times(100, () => raw('x'.repeat(1_000_000))) },
  'send-costly-lines': {
    tries: 'keep the kernel busy with 300 messages of a megabyte that are costly to read',
    run() {
      const message = line({ k: 'tell', verb: 'log', args: ['error', 'x', { $bytes: 'x', y: Array.from({ length: 480_000 }, () => 1) }] });
      times(300, () => raw(message));
    },
  },
  'fill-disk': {
    tries: 'fill the disk with 4 GB',
    run(_, { paths }) {
      const block = Buffer.alloc(1_000_000, 'x');
      for (let at = 0; at < 4000; at += 1) fs.writeFileSync(join(paths.data, String(at)), block);
      return 'canary: it wrote 4 GB';
    },
  },
  'answer-huge': { tries: 'answer a call with 50 MB', run: async () => 'x'.repeat(50_000_000) },
  'answer-deep': {
    tries: 'answer a call with a value that is nested without end',
    run() {
      raw(`{"k":"answer","id":1,"value":${'['.repeat(400_000)}${']'.repeat(400_000)}}\n`.repeat(30));
      return new Promise(() => undefined);
    },
  },
  'fill-heap': {
    tries: 'fill the memory with objects',
    run() {
      const all = [];
      for (;;) all.push({ all: [1, 2, 3] });
    },
  },
  'fill-buffers': {
    tries: 'fill the memory with buffers, which lie outside the heap',
    run() {
      const all = [];
      for (;;) all.push(Buffer.alloc(10_000_000, 1));
    },
  },
  'fill-database': {
    tries: 'read a result of a database that is larger than the memory',
    run: (_, ctx) =>
      ctx
        .database([])
        .prepare('WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) SELECT i, hex(randomblob(4000)) AS x FROM n')
        .all().length,
  },
};
