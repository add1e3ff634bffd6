import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openApp } from '../e2e/app.ts';
import { composer, field, openComposer, stopButton } from '../e2e/composer-page.ts';
import { type ModelServer, openModelServer } from '../e2e/model-server.ts';
import { connected } from '../e2e/screen.ts';
import { callAs, thread } from '../e2e/thread.ts';
import { enter } from '../e2e/window.ts';
import { bounds, type Figures, figuresOf, wakingsOf } from './figures.ts';

/** What a scripted day came to. */
export interface Soaked {
  readonly hours: number;
  readonly sent: number;
  readonly early: Figures;
  readonly late: Figures;
  /** How often a thread of each name was woken in a second of rest, the most often first; those that were hardly woken are left out. */
  readonly wakings: readonly (readonly [thread: string, times: number])[];
  readonly wrong: readonly string[];
}

const frozenMs = 2_000;
const restMs = 10_000;
/** So long that what a page keeps of each round is seen before it is loaded again. */
const roundsOfPage = 30;

/**
 * Uses the built app through its page as somebody does all day: streams, tools, stops, other views, reloads, further windows, a machine
 * that sleeps. Looks in the end whether everything that was sent is in the session files once, and nothing has grown.
 */
export async function soak(isOver: (hours: number) => boolean, say: (line: string) => void): Promise<Soaked> {
  await using model = await openModelServer();
  await using app = await openApp({ locale: 'en-GB' });
  app.allow(/WebSocket|ERR_/);
  const { page } = app;
  const devtools = await app.context.newCDPSession(page);
  await openComposer(page);
  const models = [{ id: 'scripted-large', name: 'Scripted', contextWindow: 100_000 }];
  await callAs(page, 'providers', 'save', {
    ...{ id: 'scripted', name: 'Workshop', baseUrl: model.url, api: 'openai-completions', key: 'none', models },
  });
  await composer(page).locator('.model', { hasText: 'Scripted' }).waitFor();

  // What is loaded once and kept for good does not count as growth.
  await visit(page);
  const sent: string[] = [];
  // Those of each page, from its load to the next.
  const pages: Figures[][] = [[]];
  for (let hour = 1; ; hour += 1) {
    await work(page, model, hour, sent).catch(async (error: unknown) => {
      await app.keep('soak-stopped');
      throw error;
    });
    if (hour % 2 === 0) await visit(page);
    if (hour % 3 === 0) await openBeside(await app.openPage());
    if (hour % 4 === 0) await sleep(app.pid);
    await leave(page);
    const figures = await figuresOf(app.pid, devtools);
    pages.at(-1)?.push(figures);
    say(`${hour}: ${JSON.stringify(figures)}`);
    if (isOver(hour)) break;
    if (hour % roundsOfPage === 0) {
      await reload(page);
      pages.push([]);
    }
  }
  const before = wakingsOf(app.pid);
  await pause(restMs);
  const wakings = [...wakingsOf(app.pid)]
    .map(([thread, times]) => [thread, (times - (before.get(thread) ?? 0)) / (restMs / 1000)] as const)
    .filter(([, times]) => times >= 0.5)
    .toSorted(([, one], [, other]) => other - one);
  const all = pages.flat();
  const [early, late] = thirds(all);
  const [young, old] = thirds(pages.toSorted((one, other) => other.length - one.length)[0] ?? []);
  const then = { ...early, ...ofPage(young) };
  const now = { ...late, ...ofPage(old) };
  return {
    hours: all.length,
    sent: sent.length,
    early: then,
    late: now,
    wakings,
    wrong: [...lostIn(app.userData, sent), ...grown(then, now)],
  };
}

/** A conversation with a stream, a tool, and an answer that is stopped. */
async function work(page: Page, model: ModelServer, hour: number, sent: string[]): Promise<void> {
  const words = (count: number) => Array.from({ length: count }, (_, at) => `word ${at} `);
  model.script(
    { when: asks(`A stream ${hour}.`), text: words(200) },
    { when: asks(`A tool ${hour}.`), tools: [{ name: 'write', arguments: { path: `notes-${hour % 5}.txt`, content: `Hour ${hour}\n` } }] },
    { when: asks(`A tool ${hour}.`), text: 'Written.' },
    { when: asks(`A stop ${hour}.`), text: ['Some words', pause(60_000, undefined, { ref: false })] },
  );
  await page.keyboard.press('Control+n');
  await field(page).waitFor();
  for (const [kind, last] of [
    ['stream', 'word 199'],
    ['tool', 'Written.'],
    ['stop', 'Some words'],
  ]) {
    const text = `A ${kind} ${hour}.`;
    await field(page).fill(text);
    await field(page).press('Enter');
    sent.push(text);
    await thread(page).getByText(`${last}`).first().waitFor();
    if (kind === 'stop') await stopButton(page).click();
    await stopButton(page).waitFor({ state: 'detached' });
  }
}

/** Whether a request is the one that answers a message. */
function asks(
  text: string,
): (request: { readonly body: { readonly messages?: readonly { role: string; content: unknown }[] } }) => boolean {
  return ({ body }) => JSON.stringify(body.messages?.findLast(({ role }) => role === 'user')?.content ?? '').includes(JSON.stringify(text));
}

async function visit(page: Page): Promise<void> {
  await enter(page, 'Extensions');
  await page.locator('extensions-panel').waitFor();
  await page.keyboard.press('Control+,');
  await page.locator('settings-page').waitFor();
  await page.keyboard.press('Control+n');
  await field(page).waitFor();
}

/** To the same empty view at each hour, so that the figures of two hours compare. */
async function leave(page: Page): Promise<void> {
  await page.keyboard.press('Control+n');
  await thread(page).locator('conversations-transcript').waitFor({ state: 'detached' });
}

async function openBeside(page: Page): Promise<void> {
  await connected(page);
  await page.close();
}

/** As a machine that sleeps. */
async function sleep(program: number): Promise<void> {
  process.kill(program, 'SIGSTOP');
  await pause(frozenMs);
  process.kill(program, 'SIGCONT');
}

async function reload(page: Page): Promise<void> {
  await page.reload();
  await connected(page);
}

/** The messages that the session files have not, or more than once. */
function lostIn(userData: string, sent: readonly string[]): readonly string[] {
  const folder = join(userData, '.agent', 'agent', 'sessions');
  mkdirSync(folder, { recursive: true });
  const lines = readdirSync(folder).flatMap(name => readFileSync(join(folder, name), 'utf8').split('\n'));
  const said = lines.filter(line => line.includes('"role":"user"'));
  return sent.flatMap(text => {
    const found = said.filter(line => line.includes(JSON.stringify(text).slice(1, -1))).length;
    return found === 1 ? [] : [`“${text}” is in the session files ${found} times`];
  });
}

function thirds(figures: readonly Figures[]): readonly [Figures, Figures] {
  const third = Math.max(1, Math.floor(figures.length / 3));
  return [middle(figures.slice(0, third)), middle(figures.slice(-third))];
}

/** What only a load of the page sets back. */
function ofPage({ pageHeap, pageNodes, pageListeners }: Figures): Partial<Figures> {
  return { pageHeap, pageNodes, pageListeners };
}

/** The medians. */
function middle(figures: readonly Figures[]): Figures {
  const median = (name: keyof Figures) => figures.map(one => one[name]).toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
  return Object.fromEntries(Object.keys(bounds).map(name => [name, median(name as keyof Figures)])) as unknown as Figures;
}

function grown(early: Figures, late: Figures): readonly string[] {
  return Object.entries(bounds).flatMap(([name, [factor, more]]) => {
    const [then, now] = [early[name as keyof Figures], late[name as keyof Figures]];
    return now <= then * factor + more ? [] : [`${name} grew from ${then} to ${now}`];
  });
}
