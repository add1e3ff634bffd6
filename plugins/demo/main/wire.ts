import { randomUUID } from 'node:crypto';
import type { ChatRequest } from './conversation.ts';
import type { Reply } from './scenario.ts';

/** A common estimate: four characters per token. */
export function tokensIn(text: string): number {
  return Math.ceil(text.length / 4);
}

export interface Chunk {
  readonly data: string;
  readonly tokens: number;
}

/** A reply as the chunks of a chat completions stream, about one token each. */
export function* chunksOf(reply: Reply, request: ChatRequest): Generator<Chunk> {
  const id = `chatcmpl-${randomUUID()}`;
  const frame = (choices: readonly object[], more: object = {}): string =>
    `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created: Math.floor(Date.now() / 1_000), model: request.model, choices, ...more })}\n\n`;
  const delta = (value: object): string => frame([{ index: 0, delta: value, finish_reason: null }]);

  yield { data: delta({ role: 'assistant', content: '' }), tokens: 0 };
  for (const piece of piecesOf(reply.thinking ?? '')) yield { data: delta({ reasoning_content: piece }), tokens: 1 };
  for (const piece of piecesOf(reply.text)) yield { data: delta({ content: piece }), tokens: 1 };
  if (reply.call) {
    const { tool, args } = reply.call;
    yield {
      data: delta({ tool_calls: [{ index: 0, id: callId(), type: 'function', function: { name: tool, arguments: '' } }] }),
      tokens: 1,
    };
    for (const piece of JSON.stringify(args).match(/[\s\S]{1,12}/g) ?? []) {
      yield { data: delta({ tool_calls: [{ index: 0, function: { arguments: piece } }] }), tokens: 1 };
    }
  }
  yield { data: frame([{ index: 0, delta: {}, finish_reason: finishOf(reply) }]), tokens: 0 };
  if (request.stream_options?.include_usage === true) yield { data: frame([], { usage: usageOf(reply, request) }), tokens: 0 };
  yield { data: 'data: [DONE]\n\n', tokens: 0 };
}

/** A reply as one response, for requests without streaming. */
export function wholeOf(reply: Reply, request: ChatRequest): object {
  const call = reply.call && {
    id: callId(),
    type: 'function',
    function: { name: reply.call.tool, arguments: JSON.stringify(reply.call.args) },
  };
  const message = {
    role: 'assistant',
    content: reply.text,
    ...(reply.thinking !== undefined && { reasoning_content: reply.thinking }),
    ...(call && { tool_calls: [call] }),
  };
  return {
    id: `chatcmpl-${randomUUID()}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1_000),
    model: request.model,
    choices: [{ index: 0, message, finish_reason: finishOf(reply) }],
    usage: usageOf(reply, request),
  };
}

/** Splits a text into words with the space before them, in pieces of at most six characters. */
export function piecesOf(text: string): readonly string[] {
  return text.match(/\s*\S{1,6}|\s+/gu) ?? [];
}

function usageOf(reply: Reply, request: ChatRequest): object {
  const prompt = tokensIn(JSON.stringify(request.messages));
  const reasoning = tokensIn(reply.thinking ?? '');
  const completion = reasoning + tokensIn(reply.text) + (reply.call ? tokensIn(JSON.stringify(reply.call)) : 0);
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}

function finishOf(reply: Reply): string {
  return reply.call ? 'tool_calls' : 'stop';
}

function callId(): string {
  return `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
}
