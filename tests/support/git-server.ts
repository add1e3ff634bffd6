import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A server with a bare copy of the repository, on this machine. */
export async function gitServer(folder: string, root: string) {
  execFileSync('git', ['clone', '-q', '--bare', folder, join(root, 'served/x.git')], { stdio: 'ignore' });
  execFileSync('git', ['config', 'http.receivepack', 'true'], { cwd: join(root, 'served/x.git') });
  const asked: string[] = [];
  const web = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://x');
    asked.push(`${request.method} ${pathname}${search}`);
    const program = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env.PATH,
        GIT_PROJECT_ROOT: join(root, 'served'),
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        REMOTE_USER: 'someone',
      },
    });
    request.pipe(program.stdin);
    const pieces: Buffer[] = [];
    program.stdout.on('data', (piece: Buffer) => void pieces.push(piece));
    program.once('close', () => {
      const all = Buffer.concat(pieces);
      const end = all.indexOf('\r\n\r\n');
      const headers = all
        .toString('latin1', 0, end)
        .split('\r\n')
        .map(line => line.split(': ') as [string, string]);
      const status = headers.find(([name]) => name === 'Status')?.[1] ?? '200';
      response.writeHead(Number.parseInt(status, 10), Object.fromEntries(headers.filter(([name]) => name !== 'Status')));
      response.end(all.subarray(end + 4));
    });
  }).listen(0, '127.0.0.1');
  await once(web, 'listening');
  onTestFinished(() => {
    web.closeAllConnections();
    web.close();
  });
  const { port } = web.address() as { port: number };
  return { address: `http://127.0.0.1:${port}/x.git`, asked, bare: join(root, 'served/x.git') };
}
