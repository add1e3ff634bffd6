import type { Locator, Page } from 'playwright-core';
import type { ModelServer } from './model-server.ts';
import { connected } from './screen.ts';
import { callAs } from './thread.ts';

/** The composer of the conversation or draft on screen. */
export function composer(page: Page): Locator {
  return page.locator('conversations-composer');
}

export function field(page: Page): Locator {
  return composer(page).locator('textarea.words');
}

/** Opens a draft of no project, and waits until its models are known. */
export async function openComposer(page: Page): Promise<void> {
  await connected(page);
  await page.keyboard.press('Control+n');
  await field(page).waitFor();
  await composer(page)
    .locator('.model', { hasText: /Demo|Démo/ })
    .waitFor();
}

/** Sends a message and waits until its turn runs. */
export async function run(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
  await stopButton(page).waitFor();
}

export function stopButton(page: Page): Locator {
  return composer(page).locator('.stop');
}

/** What waits, in order. */
export function queued(page: Page): Promise<readonly string[]> {
  return composer(page).locator('.q .what').allInnerTexts();
}

export function files(page: Page): Promise<readonly string[]> {
  return composer(page).locator('.file .cut').allInnerTexts();
}

/** Hands files to an element as a paste or a drop does. */
export async function handOver(
  page: Page,
  how: 'paste' | 'drop',
  given: readonly { name: string; type: string; base64: string }[],
  text = '',
): Promise<void> {
  await field(page).evaluate(
    (target, { kind, all, words }) => {
      const data = new DataTransfer();
      for (const { name, type, base64 } of all) data.items.add(new File([Uint8Array.fromBase64(base64)], name, { type }));
      if (words !== '') data.setData('text/plain', words);
      const init = { bubbles: true, cancelable: true, composed: true };
      target.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...init, clipboardData: data })
          : new DragEvent('drop', { ...init, dataTransfer: data }),
      );
    },
    { kind: how, all: given, words: text },
  );
}

/** Adds a scripted model, which the next new conversation then begins with. */
export async function withScripted(page: Page, model: ModelServer): Promise<void> {
  await addScripted(page, model);
  await composer(page).locator('.model', { hasText: 'Scripted' }).waitFor();
}

/** Adds a scripted model and goes on with the one that was chosen last. */
export async function addScripted(page: Page, { url }: ModelServer): Promise<void> {
  const models = [{ id: 'scripted-large', name: 'Scripted', contextWindow: 1000 }];
  await callAs(page, 'providers', 'save', {
    id: 'scripted',
    name: 'Workshop',
    baseUrl: url,
    api: 'openai-completions',
    key: 'none',
    models,
  });
}

interface Frame {
  readonly id: number;
  readonly kind: string;
  readonly to?: string;
}

/** Holds back the answer to the first call of a method on the page's next connection, until the returned function is called. */
export async function holdFirstAnswer(page: Page, method: string): Promise<() => void> {
  const { promise: released, resolve } = Promise.withResolvers<void>();
  const framesOf = (message: string | Buffer): readonly Frame[] => [JSON.parse(String(message))].flat() as Frame[];
  await page.routeWebSocket(/__host.link/, socket => {
    let held: number | undefined;
    const server = socket.connectToServer();
    socket.onMessage(message => {
      held ??= framesOf(message).find(({ to }) => to === method)?.id;
      server.send(message);
    });
    server.onMessage(message => {
      const frames = framesOf(message);
      const isHeld = ({ id, kind }: Frame) => id === held && kind === 'answer';
      const passing = frames.filter(frame => !isHeld(frame));
      const kept = frames.filter(isHeld);
      if (kept.length === 0) return socket.send(message);
      if (passing.length > 0) socket.send(JSON.stringify(passing));
      void released.then(() => socket.send(JSON.stringify(kept)));
    });
  });
  return resolve;
}

/** Can hold back the calls of a method that the page makes on its next connection: between `hold` and `release` none arrives. */
export async function gateCalls(page: Page, method: string): Promise<{ hold(): void; release(): void }> {
  let [isHeld, held]: [boolean, (() => void)[]] = [false, []];
  await page.routeWebSocket(/__host.link/, socket => {
    const server = socket.connectToServer();
    socket.onMessage(message => {
      const frames = [JSON.parse(String(message))].flat() as readonly Frame[];
      const isOf = ({ to }: Frame) => isHeld && to === method;
      const kept = frames.filter(isOf);
      if (kept.length === 0) return server.send(message);
      const passing = frames.filter(frame => !isOf(frame));
      if (passing.length > 0) server.send(JSON.stringify(passing));
      held.push(() => server.send(JSON.stringify(kept)));
    });
  });
  return {
    hold() {
      isHeld = true;
    },
    release() {
      isHeld = false;
      const waiting = held;
      held = [];
      for (const send of waiting) send();
    },
  };
}
