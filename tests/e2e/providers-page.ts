import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { connected } from './screen.ts';

/** The section of providers and models. */
export function section(page: Page): Locator {
  return page.locator('providers-settings');
}

/** What stands at the right. */
export function details(page: Page): Locator {
  return section(page).locator('.details');
}

/** Opens the section, as the link in a failed conversation does. */
export async function openProviders(page: Page): Promise<void> {
  await connected(page);
  const overlay = page.locator('workbench-overlay');
  await overlay.waitFor({ state: 'attached' });
  await overlay.evaluate(element => {
    const { view } = element as unknown as { view: { run(command: string, args: object): Promise<unknown> } };
    return view.run('settings.open', { section: 'providers' });
  });
  await section(page).locator('.rows').first().waitFor();
}

/** Goes to a row of the list. */
export async function choose(page: Page, key: string): Promise<void> {
  const row = section(page).locator(`[data-key="${key}"]`);
  await row.click();
}

/** One of the agent's own files, as it stands on the disk. */
export function agentFile<T>(userData: string, name: 'settings' | 'models' | 'auth'): T {
  return JSON.parse(readFileSync(join(userData, '.agent', 'agent', `${name}.json`), 'utf8')) as T;
}

/** Everything that a page holds and was ever sent: its texts and fields through every shadow, its storage, its wire. */
export class PageRecord {
  readonly #page: Page;
  readonly #received: string[] = [];
  readonly #called = new Set<string>();

  constructor(page: Page) {
    this.#page = page;
    page.on('websocket', socket => {
      socket.on('framereceived', ({ payload }) => this.#received.push(String(payload)));
      socket.on('framesent', ({ payload }) => {
        for (const [, name = ''] of String(payload).matchAll(/"to":"([a-z-]+:[a-zA-Z]+)"/g)) this.#called.add(name);
      });
    });
  }

  /** The calls that the page made, each once, whose name has a word. */
  called(word: RegExp): readonly string[] {
    return [...this.#called].filter(name => word.test(name)).toSorted();
  }

  async text(): Promise<string> {
    const held = await this.#page.evaluate(() => {
      const parts: string[] = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), location.href];
      const look = (root: Document | ShadowRoot): void => {
        for (const element of root.querySelectorAll('*')) {
          parts.push(...[...element.attributes].map(({ value }) => value), (element as Partial<HTMLInputElement>).value?.toString() ?? '');
          if (element.shadowRoot) look(element.shadowRoot);
        }
        parts.push(root.textContent ?? '');
      };
      look(document);
      return parts.join('\n');
    });
    return `${held}\n${this.#received.join('\n')}`;
  }
}

/** Pastes into a field as a person does, line breaks and all. */
export async function paste(field: Locator, text: string): Promise<void> {
  await field.locator('input').evaluate((input, words) => {
    const data = new DataTransfer();
    data.setData('text/plain', words);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true, composed: true }));
  }, text);
}
