import { request } from 'node:http';
import { openDemoServer } from './demo-server.ts';
import type { Pace } from './pace.ts';

export const immediate: Pace = { tokensPerSecond: 10_000_000, beforeMs: 0 };

export interface ParsedAnswer {
  readonly text: string;
  readonly thinking: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly args: unknown }[];
  readonly finish: string | undefined;
  readonly usage: Record<string, unknown> | undefined;
  readonly chunks: number;
  readonly done: boolean;
}

export async function demo(pace: Pace = immediate) {
  const server = await openDemoServer(pace);
  return { ...server, [Symbol.asyncDispose]: () => server.close() };
}

export const codingTools = ['read', 'bash', 'edit', 'write'].map(name => ({ type: 'function', function: { name, parameters: {} } }));

/** Sends a request without a client library: one POST, answered by lines of `data:`. */
export async function ask(baseUrl: string, body: object): Promise<ParsedAnswer> {
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ model: 'demo', stream: true, stream_options: { include_usage: true }, tools: codingTools, ...body }),
  });
  return parseAnswer(await response.text());
}

export function parseAnswer(stream: string): ParsedAnswer {
  const lines = stream.split('\n\n').filter(line => line !== '');
  let [text, thinking, finish, usage]: [string, string, string | undefined, Record<string, unknown> | undefined] = [
    '',
    '',
    undefined,
    undefined,
  ];
  const calls: { id: string; name: string; args: string }[] = [];
  for (const line of lines.slice(0, -1)) {
    const chunk = JSON.parse(line.replace(/^data: /, '')) as {
      choices: { delta: { content?: string; reasoning_content?: string; tool_calls?: Call[] }; finish_reason: string | null }[];
      usage?: Record<string, unknown>;
    };
    usage = chunk.usage ?? usage;
    for (const { delta, finish_reason } of chunk.choices) {
      text += delta.content ?? '';
      thinking += delta.reasoning_content ?? '';
      finish = finish_reason ?? finish;
      for (const { index, id = '', function: f } of delta.tool_calls ?? []) {
        calls[index] ??= { id, name: f.name ?? '', args: '' };
        calls[index].args += f.arguments;
      }
    }
  }
  return {
    text,
    thinking,
    finish,
    usage,
    calls: calls.map(call => ({ ...call, args: JSON.parse(call.args) as unknown })),
    chunks: lines.length,
    done: lines.at(-1) === 'data: [DONE]',
  };
}

interface Call {
  readonly index: number;
  readonly id?: string;
  readonly function: { readonly name?: string; readonly arguments: string };
}

/** The status of a request with any headers, some of which `fetch` would refuse. */
export function statusOf(url: string, headers: Record<string, string> = {}, method = 'GET', body = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, answer => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
