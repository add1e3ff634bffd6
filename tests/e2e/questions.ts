import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type App, openApp } from './app.ts';
import type { ModelRequest, Turn } from './model-server.ts';
import { connected } from './screen.ts';
import { callAs, show, thread } from './thread.ts';

/** What the app asks on its own, such as a title, has no tools. */
export const when = ({ body }: ModelRequest) => (body.tools?.length ?? 0) > 0;
/** The model runs a command. */
export const run = (command: string): Turn => ({ when, tools: [{ name: 'bash', arguments: { command } }] });

/** The app with a model that does what the test has written, a project, and a rule that asks about `echo`. */
export async function withModel(url: string, options: Parameters<typeof openApp>[0]): Promise<App & { readonly project: string }> {
  let folder = '';
  const app = await openApp({
    ...options,
    prepare: userData => {
      options?.prepare?.(userData);
      folder = join(userData, '..', 'tides');
      mkdirSync(folder);
    },
  });
  const { page } = app;
  await connected(page);
  await callAs(page, 'providers', 'save', {
    id: 'scripted',
    name: 'Scripted',
    baseUrl: url,
    api: 'openai-completions',
    key: 'none',
    models: [{ id: 'm', name: 'm' }],
  });
  // Asks about these on every machine, with a sandbox or without one.
  await callAs(page, 'agent', 'saveRule', { id: 'asks', decision: 'ask', tool: 'bash', pattern: 'echo *', scope: 'always' });
  const { id: project } = await callAs<{ id: string }>(page, 'conversations', 'addProject', { folder });
  return Object.assign(app, { project });
}

/** Sends a message as the composer does, and shows its conversation. */
export async function send(page: Page, text: string, more: object): Promise<string> {
  const { conversation } = await callAs<{ conversation: string }>(page, 'conversations', 'send', { text, ...more });
  await show(page, conversation);
  return conversation;
}

/** The questions on screen. */
export const asks = (page: Page) => thread(page).getByRole('form');
