import { once } from 'node:events';
import { join } from 'node:path';
import { createServer } from 'vite';
import { onOrphaned } from './foreground.mjs';

/** The design kit on one page, which follows changes; its address is the first line on stdout. */
export async function gallery(root: string): Promise<number> {
  const server = await createServer({
    configFile: join(root, 'shell', 'gallery', 'vite.config.ts'),
    server: { host: '127.0.0.1', fs: { allow: [root] } },
    logLevel: 'warn',
  });
  const stopping = new AbortController();
  const orphaned = onOrphaned(() => stopping.abort());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
  await server.listen();
  process.stdout.write(`${server.resolvedUrls?.local[0]}\n`);
  if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
  clearInterval(orphaned);
  await server.close();
  return 0;
}
