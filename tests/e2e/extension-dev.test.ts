import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { ensureBuilt } from '../../shell/cli/build.ts';
import { chromiumLack, openChromium } from '../support/chromium.ts';
import { connected } from './screen.ts';
import { palette } from './window.ts';

const root = resolve(import.meta.dirname, '../..');
const bin = join(root, 'shell', 'cli', 'atelier.mjs');
const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

// Once in eleven runs the frame showed nothing after the first change. Until the cause is known, a second try decides.
test('what an author changes shows in the open page at once: views, main side and manifest as the next generation of the same start, and what was typed stays', {
  retry: 1,
}, async () => {
  await ensureBuilt(root);
  const home = mkdtempSync(join(tmpdir(), 'atelier-dev-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const folder = join(home, 'greeter');
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_CONFIG_HOME: home,
    LANG: 'en',
    ATELIER_PREPARED: '1',
    ATELIER_USER_DATA_DIR: join(home, 'profile'),
  };
  const created = spawn(process.execPath, [bin, 'extension', 'create', '@me/greeter', `--folder=${folder}`], { env });
  await once(created, 'close');
  const edit = (file: string, from: string, to: string) => {
    const text = readFileSync(join(folder, file), 'utf8');
    expect(text).toContain(from);
    writeFileSync(join(folder, file), text.replace(from, to));
  };

  const child = spawn(process.execPath, [bin, 'extension', 'dev', folder, '--headless', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  await using stack = new AsyncDisposableStack();
  stack.defer(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const told: Record<string, unknown>[] = [];
  /** The next line about a start or a change; what is said of its rights and its files is kept. */
  const next = async (): Promise<Record<string, unknown>> => {
    const line = JSON.parse((await lines.next()).value ?? 'null') as Record<string, unknown>;
    if (!('finding' in line || 'ungranted' in line)) return line;
    told.push(line);
    return next();
  };
  const { url } = await next();
  const browser = stack.adopt(await openChromium(), each => each.close());
  const page = await (await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })).newPage();
  const connections: string[] = [];
  page.on('websocket', socket => connections.push(socket.url()));
  await page.goto(String(url));
  await connected(page);
  // The page is in the language of the terminal, which nobody was asked for.
  await page.locator('html[lang="en"]').waitFor();
  const firstSteps = await page.locator('onboarding-gate').count();
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').fill('hello');
  await page.keyboard.press('Enter');
  const panel = page.frameLocator('aside.panel iframe');
  await panel.getByRole('textbox').fill('Ada');
  await panel.getByRole('button', { name: 'Greet' }).click();
  const first = await panel.getByRole('status').innerText();

  edit('ui/texts.js', "greet: 'Greet'", "greet: 'Salute'");
  const views = await next();
  await panel.getByRole('button', { name: 'Salute' }).waitFor();
  const kept = await panel.getByRole('textbox').inputValue();
  edit('main.js', '`Hello, ', '`Good day, ');
  const main = await next();
  await panel.getByRole('button', { name: 'Salute' }).click();
  const second = await panel.getByRole('status').innerText();
  edit('main.js', 'export default {', 'export default broken {');
  const broken = await next();
  const card = page.locator('aside.panel').getByRole('alert');
  await card.getByText('@me/greeter 0.1.0 could not start').waitFor();
  const syntax = () => told.find(({ finding }) => finding !== undefined);
  // It is said after the failure; a file that is mended before has nothing wrong any more.
  while (syntax() === undefined) told.push(JSON.parse((await lines.next()).value ?? 'null') as Record<string, unknown>);
  edit('main.js', 'export default broken {', 'export default {');
  const mended = await next();
  await panel.getByRole('textbox').waitFor();
  edit('text/en.json', '"panel": "Hello"', '"panel": "Salutations"');
  const manifest = await next();
  await page.getByRole('tab', { name: 'Salutations' }).waitFor();
  await panel.getByRole('textbox').waitFor();
  edit('package.json', '"title": "%panel%"', '"title": "Well met"');
  const title = await next();
  await page.getByRole('tab', { name: 'Well met' }).waitFor();
  await panel.getByRole('textbox').waitFor();
  expect({
    ungranted: told[0],
    syntax: syntax(),
    firstSteps,
    connections: connections.length,
    title,
    first,
    views,
    kept,
    main,
    second,
    broken,
    mended,
    manifest,
    still: await panel.getByRole('textbox').inputValue(),
  }).toEqual({
    ungranted: { ungranted: ['replaces'] },
    syntax: { finding: { code: 'author/syntax', message: expect.stringMatching(/^main\.js:\d+:\d+ cannot be read/) } },
    firstSteps: 0,
    // The app was never started again.
    connections: 1,
    title: { manifest: ['package.json'] },
    first: 'Hello, Ada.',
    views: { reload: ['ui/texts.js'] },
    kept: 'Ada',
    main: { reload: ['main.js'] },
    second: 'Good day, Ada.',
    broken: { failed: { code: 'extension/activation-failed', message: expect.stringContaining('@me/greeter 0.1.0 could not start') } },
    mended: { reload: ['main.js'] },
    manifest: { manifest: ['text/en.json'] },
    still: 'Ada',
  });
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
