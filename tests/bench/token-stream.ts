import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A provider in a process of its own, whose models say as many tokens as they are asked for. */
export async function startTokenServer(): Promise<Disposable & { readonly url: string }> {
  const server = fork(join(import.meta.dirname, 'fixtures', 'token-server.ts'), [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [port] = (await once(server, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}/v1`, [Symbol.dispose]: () => server.disconnect() };
}

/** Until the first word, with nothing between the answer and its reader: the baseline of every way through us. */
export async function firstByHand(url: string): Promise<number> {
  const began = performance.now();
  for await (const text of readByHand(url, 1)) if (text !== '') return performance.now() - began;
  return Number.NaN;
}

export async function rateByHand(url: string, tokens: number): Promise<number> {
  const began = performance.now();
  let count = 0;
  for await (const text of readByHand(url, tokens)) if (text !== '') count += 1;
  return (count / (performance.now() - began)) * 1000;
}

async function* readByHand(url: string, tokens: number): AsyncIterable<string> {
  const body = JSON.stringify({ model: 'm1', stream: true, messages: [{ role: 'user', content: `say ${tokens} ` }] });
  const response = await fetch(`${url}/chat/completions`, { method: 'POST', body });
  let rest = '';
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    rest += text;
    const lines = rest.split('\n\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data: {')) continue;
      const { choices } = JSON.parse(line.slice(6)) as { choices: { delta: { content?: string } }[] };
      yield choices[0]?.delta.content ?? '';
    }
  }
}
