import { parseArgs } from 'node:util';
import { readSettings, StartProblem } from './settings.ts';
import { startServer } from './start.ts';

// The program: prints its address as one line of JSON once it answers, and ends with SIGTERM, or with whoever started it.
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    host: { type: 'string' },
    port: { type: 'string' },
    'public-url': { type: 'string' },
    attached: { type: 'boolean' },
  },
});
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

try {
  const { data = '', host, port, 'public-url': publicUrl } = values;
  const given = {
    data,
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port: Number(port) }),
    ...(publicUrl !== undefined && { publicUrl }),
  };
  const server = await startServer(readSettings(given, process.env));
  let isEnding = false;
  const stop = () => {
    if (isEnding) return;
    isEnding = true;
    void server.stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  if (values.attached) process.stdin.on('end', stop).resume();
  print({ url: server.url, publicUrl: server.cloud.publicUrl, pid: process.pid, data });
} catch (error) {
  const { code = 'unknown', message } = error as NodeJS.ErrnoException;
  print({ failed: code, ...(error instanceof StartProblem ? { sentence: error.sentence } : { reason: message }) });
  process.exitCode = 1;
}
