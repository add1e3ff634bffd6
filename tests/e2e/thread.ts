import type { Locator, Page } from 'playwright-core';

/** The transcript and everything around it. */
export function thread(page: Page): Locator {
  return page.locator('conversations-thread');
}

/** What is said in a row of the transcript; the same words may be read aloud beside it. */
export function row(page: Page, text: string | RegExp): Locator {
  return thread(page).getByRole('article').getByText(text).first();
}

/** Calls a channel as the view that is on screen does. */
export async function callAs<T = unknown>(page: Page, channel: string, name: string, params: object = {}): Promise<T> {
  await thread(page).waitFor();
  return (await thread(page).evaluate(
    (element, [id, call, given]) =>
      (element as unknown as { view: { connect(channel: { id: string }): { call(name: string, params: object): Promise<unknown> } } }).view
        .connect({ id })
        .call(call, given),
    [channel, name, params] as const,
  )) as Promise<T>;
}

/** Shows a conversation, at one of its entries where one is named. */
export async function show(page: Page, conversation: string, entry?: string): Promise<void> {
  await callAs(page, 'window', 'open', { view: 'conversations.thread', params: { conversation, ...(entry !== undefined && { entry }) } });
}

export interface SayOptions {
  readonly conversation?: string;
  readonly model?: string;
  readonly thinkingLevel?: string;
}

/** Sends a message as the composer does, and shows its conversation. */
export async function say(page: Page, text: string, options: SayOptions = {}): Promise<string> {
  const { conversation } = await callAs<{ conversation: string }>(page, 'conversations', 'send', { text, ...options });
  await show(page, conversation);
  return conversation;
}

/** Until the demo can be asked. */
export async function demoReady(page: Page): Promise<void> {
  for (;;) {
    const models = await callAs<readonly { id: string }[]>(page, 'providers', 'listModels');
    if (models.some(({ id }) => id.startsWith('demo/'))) return;
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** Until the conversation rests and the screen says so. */
export async function rested(page: Page, conversation: string): Promise<void> {
  for (;;) {
    const { status } = await callAs<{ status: string }>(page, 'agent', 'state', { conversation });
    if (status === 'idle' || status === 'failed' || status === 'absent') break;
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await thread(page).locator('ui-transcript').waitFor();
  while ((await thread(page).locator('ui-state[state=running]').count()) > 0) await page.evaluate(() => new Promise(requestAnimationFrame));
}

/** What stands in the transcript, row by row; what is only there for who points at it is left out. */
export function rows(page: Page): Promise<readonly string[]> {
  return thread(page)
    .locator('ui-transcript > [role=article]')
    .evaluateAll(articles => {
      const textOf = (node: Node): string => {
        if (node instanceof Text) return node.data;
        if (
          node instanceof Element &&
          node.matches('.acts, .when, .versions, time, [data-turn], ui-icon, .rule, style, ui-skeleton, [hidden]')
        )
          return '';
        if (node instanceof Element && node.matches('ui-state')) return `[${node.getAttribute('state')}] `;
        if (node instanceof Element && node.matches('ui-button')) return ` <${node.textContent?.trim()}>`;
        if (node instanceof Element && node.matches('ui-menu')) return '';
        const inner = node instanceof Element && node.shadowRoot !== null ? node.shadowRoot : node;
        const said = [...inner.childNodes].map(textOf).join('');
        return node instanceof Element && node.matches('b, span, p, div, h2, h3, li, pre, td') ? `${said} ` : said;
      };
      return articles.map(article => textOf(article).replaceAll(/\s+/g, ' ').trim()).filter(text => text !== '');
    });
}
