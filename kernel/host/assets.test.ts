import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { assetsOf } from './assets.ts';
import { ask, openTestBrowserHost } from './browser-host.fixture.ts';
import { assetHeaders } from './headers.ts';

type Opened = Awaited<ReturnType<typeof openTestBrowserHost>>;
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function open(options: Parameters<typeof openTestBrowserHost>[0] = {}): Promise<Opened> {
  const opened = await openTestBrowserHost(options);
  ends.push(opened.close);
  return opened;
}

async function openPackage() {
  const packages: Record<string, string> = {};
  const opened = await open({ packages });
  const outside = join(opened.root, 'packages', 'acme--notes-outside');
  const folder = join(opened.root, 'packages', 'acme--notes');
  for (const path of [outside, join(folder, 'dist', 'deep'), join(folder, '.git'), join(folder, 'node_modules', 'x')])
    mkdirSync(path, { recursive: true });
  const files: Record<string, string> = {
    'index.html': 'page',
    'dist/ui.js': 'script',
    'dist/deep/a b.css': 'style',
    'é.svg': 'picture',
    'package.json': 'LEAK',
    '.env': 'LEAK',
    '.git/config.json': 'LEAK',
    'node_modules/x/index.js': 'LEAK',
    'main.ts': 'LEAK',
    'data.sqlite': 'LEAK',
    '.hidden.js': 'LEAK',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  writeFileSync(join(outside, 'secret.js'), 'LEAK');
  writeFileSync(join(opened.root, 'packages', 'secret.js'), 'LEAK');
  symlinkSync(join(outside, 'secret.js'), join(folder, 'linked.js'));
  symlinkSync(outside, join(folder, 'linked'));
  symlinkSync(join(folder, 'package.json'), join(folder, 'manifest.json'));
  symlinkSync(join(folder, 'dist', 'ui.js'), join(folder, 'inside.js'));
  packages['acme--notes'] = folder;
  const get = (path: string, headers: Record<string, string> = {}) =>
    ask(opened.host.origin, path, { host: new URL(opened.host.frameOrigin('acme--notes')).host, ...headers });
  return { ...opened, packages, get };
}

const hostile = [
  '/../acme--notes-outside/secret.js',
  '/..%2facme--notes-outside/secret.js',
  '/%2e%2e/secret.js',
  '/%2e%2e%2fsecret.js',
  '/..%5csecret.js',
  '/..\\secret.js',
  '/dist/../../secret.js',
  '/dist/%2e%2e/%2e%2e/secret.js',
  '/%252e%252e/secret.js',
  '/..%252fsecret.js',
  '/....//secret.js',
  '/.%00./secret.js',
  '//secret.js',
  '/dist//ui.js',
  '/linked.js',
  '/linked/secret.js',
  '/manifest.json',
  '/package.json',
  '/PACKAGE.JSON',
  '/package.json/',
  '/package.json%00.js',
  '/package.json%20',
  '/package.json.',
  '/dist/../package.json',
  '/.env',
  '/.git/config.json',
  '/.hidden.js',
  '/node_modules/x/index.js',
  '/main.ts',
  '/data.sqlite',
  '/dist',
  '/dist/',
  '/',
  '/%',
  '/%c0%ae%c0%ae/secret.js',
  '/C:/secret.js',
  '/dist/ui.js::$DATA',
  '/index.html/..%2f..%2fsecret.js',
  '/file:///etc/passwd',
  '/__proto__',
  '/constructor.js',
];

test('P1: no address of a frame serves a byte outside of what its package may serve', async () => {
  const { get } = await openPackage();
  const answers: string[] = [];
  for (const path of hostile) {
    const { status, body } = await get(path);
    if (status !== 404 || body.includes('LEAK')) answers.push(`${path} ${status} ${body}`);
  }
  expect(answers).toEqual([]);
  const served: unknown[] = [];
  for (const path of ['/index.html', '/dist/ui.js?v=2', '/dist/deep/a%20b.css', '/%C3%A9.svg', '/inside.js'])
    served.push((await get(path)).body);
  expect(served).toEqual(['page', 'script', 'style', 'picture', 'script']);
});

test('P1: no invented address serves such a byte either', async () => {
  const { get } = await openPackage();
  const piece = fc.constantFrom(
    '..',
    '.',
    '/',
    '%2f',
    '%2e',
    '%5c',
    '\\',
    '%00',
    '%25',
    'dist',
    'package.json',
    '.env',
    'secret.js',
    'linked',
    'linked.js',
    'acme--notes-outside',
    'ui.js',
    ';',
    '~',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async pieces => {
      const { body } = await get(`/${pieces.join('')}`);
      return !body.includes('LEAK');
    }),
    { numRuns: 1500 },
  );
});

test('P2: the name of a package is looked up, never part of a path', async () => {
  const { host } = await openPackage();
  const statuses: unknown[] = [];
  for (const slug of ['unknown', '__proto__', '..', '', 'acme--notes-outside', 'acme--notes/..']) {
    statuses.push(
      (
        await ask(host.origin, '/secret.js', {
          host: new URL(host.origin).host.replace('127.0.0.1', `ext-${slug}-0123456789.localhost`),
        }).catch(() => ({ status: 'unsendable' }))
      ).status,
    );
  }
  statuses.push((await ask(host.origin, '/index.html', { host: new URL(host.frameOrigin('unknown')).host })).status);
  expect(statuses).toEqual([421, 421, 421, 421, 421, 421, 404]);
});

test('P4: a removed package is not served from the next request on', async () => {
  const { get, packages } = await openPackage();
  const before = (await get('/index.html')).status;
  delete packages['acme--notes'];
  expect([before, (await get('/index.html')).status]).toEqual([200, 404]);
});

test('P5: assets have their policy and their type, and no header that allows sniffing or caching', async () => {
  const { get, host } = await openPackage();
  const { headers } = await get('/dist/ui.js');
  const { date: _date, connection: _connection, 'keep-alive': _keep, ...golden } = headers;
  const text = JSON.stringify(golden, undefined, 2).replaceAll(host.frameOrigin('acme--notes'), 'FRAME').replaceAll(host.origin, 'APP');
  expect(JSON.parse(text)).toMatchInlineSnapshot(`
    {
      "access-control-allow-origin": "null",
      "cache-control": "no-store",
      "connection-allowlist": "(response-origin);webrtc=block",
      "content-length": "6",
      "content-security-policy": "default-src 'none'; script-src FRAME; style-src FRAME 'unsafe-inline'; img-src FRAME data: blob:; font-src FRAME; media-src FRAME blob:; connect-src 'none'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors APP; webrtc 'block'; sandbox allow-scripts",
      "content-type": "text/javascript; charset=utf-8",
      "cross-origin-resource-policy": "cross-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-dns-prefetch-control": "off",
    }
  `);
});

test('P5: the shared frame files are served for each enabled extension, and only the frame page may have one inline script', async () => {
  const frame = mkdtempSync(join(tmpdir(), 'atelier-parts-'));
  const folder = mkdtempSync(join(tmpdir(), 'atelier-package-'));
  const packages: Record<string, string> = { 'acme--notes': folder };
  mkdirSync(join(frame, 'lit'));
  mkdirSync(join(folder, '__atelier'));
  writeFileSync(join(frame, 'frame.html'), '<script type="importmap">{"imports":{}}</script>');
  writeFileSync(join(frame, 'lit', 'decorators.js'), 'ours');
  writeFileSync(join(folder, 'frame.html'), '<script type="importmap">{"imports":{}}</script>');
  writeFileSync(join(folder, '__atelier', 'view.js'), 'theirs');
  const assets = assetsOf(slug => packages[slug], frame);
  const asked = async (path: string) => {
    const found = await assets('acme--notes', path);
    return found && [Buffer.from(found.bytes).toString().slice(0, 6), found.inline];
  };
  const hash = createHash('sha256').update('{"imports":{}}').digest('base64');
  const paths = [
    '/__atelier/frame.html',
    '/__atelier/lit/decorators.js',
    '/frame.html',
    '/__atelier/view.js',
    '/__atelier/../frame.html',
    '/__atelier/',
  ];
  const seen: unknown[] = [];
  for (const path of paths) seen.push(await asked(path));
  const unknown = await assets('acme--other', '/__atelier/frame.html');
  delete packages['acme--notes'];
  const off = await asked('/__atelier/frame.html');
  for (const one of [frame, folder]) rmSync(one, { recursive: true });
  const inline = `'sha256-${hash}'`;
  expect({ seen, unknown, off, policy: assetHeaders('FRAME', 'APP', inline)['Content-Security-Policy']?.split('; ')[1] }).toEqual({
    seen: [['<scrip', inline], ['ours', undefined], ['<scrip', undefined], undefined, undefined, undefined],
    unknown: undefined,
    off: undefined,
    policy: `script-src FRAME ${inline}`,
  });
});

test('K12: the written address of a package’s own files is one that the browser can load, and that of another package stays what it is', async () => {
  const { get, root } = await openPackage();
  const folder = join(root, 'packages', 'acme--notes');
  const page = (...names: readonly string[]) => names.map(name => `<script src="${name}/dist/ui.js"></script>`).join('');
  const [literal, slug, other] = [
    'atelier-extension://@acme/notes',
    'atelier-extension://acme--notes',
    'atelier-extension://@acme/notes-two',
  ];
  writeFileSync(join(folder, 'own.html'), page(literal, slug, other));
  writeFileSync(join(folder, 'own.css'), `@import '${literal}/dist/a.css';`);
  writeFileSync(join(folder, 'own.js'), `import '${literal}/dist/ui.js';`);
  writeFileSync(join(folder, 'own.json'), `["${literal}/"]`);
  const text = async (path: string) => (await get(path)).body;
  expect([await text('/own.html'), await text('/own.css'), await text('/own.js'), await text('/own.json')]).toEqual([
    page('', '', other),
    "@import '/dist/a.css';",
    "import '/dist/ui.js';",
    `["${literal}/"]`,
  ]);
});

test('a frame that is opened as a page is refused', async () => {
  const { get } = await openPackage();
  expect((await get('/index.html', { 'sec-fetch-dest': 'document' })).status).toBe(403);
  expect((await get('/index.html', { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' })).status).toBe(200);
});
