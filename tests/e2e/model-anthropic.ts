import { partsOf, pieces, textOf } from './model-openai.ts';
import type { Dialect, Turn } from './model-server.ts';

const kinds: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

/** Messages: named events, one block after the other. */
export const anthropicDialect: Dialect = {
  *deltas(turn, model) {
    const event = (type: string, more: object = {}) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
    const start = (index: number, content_block: object) => event('content_block_start', { index, content_block });
    const delta = (index: number, inner: object) => event('content_block_delta', { index, delta: inner });
    const message = { id: 'msg_test', type: 'message', role: 'assistant', model, content: [], stop_reason: null, stop_sequence: null };
    yield event('message_start', { message: { ...message, usage: { input_tokens: 120, output_tokens: 1 } } });
    let index = 0;
    if (turn.thinking !== undefined) {
      yield start(index, { type: 'thinking', thinking: '', signature: '' });
      yield delta(index, { type: 'thinking_delta', thinking: turn.thinking });
      yield delta(index, { type: 'signature_delta', signature: 'c2lnbmVk' });
      yield event('content_block_stop', { index });
      index += 1;
    }
    const parts = partsOf(turn);
    if (parts.length > 0) {
      yield start(index, { type: 'text', text: '' });
      for (const part of parts) yield typeof part === 'string' ? delta(index, { type: 'text_delta', text: part }) : part;
      yield event('content_block_stop', { index });
      index += 1;
    }
    for (const tool of turn.tools ?? []) {
      yield start(index, { type: 'tool_use', id: toolId(), name: tool.name, input: {} });
      for (const partial_json of pieces(tool)) yield delta(index, { type: 'input_json_delta', partial_json });
      yield event('content_block_stop', { index });
      index += 1;
    }
    yield event('message_delta', { delta: { stop_reason: stopOf(turn), stop_sequence: null }, usage: { output_tokens: 24 } });
  },
  whole: (turn, model) => ({
    id: 'msg_test',
    type: 'message',
    role: 'assistant',
    model,
    content: [
      ...(textOf(turn) === '' ? [] : [{ type: 'text', text: textOf(turn) }]),
      ...(turn.tools ?? []).map(tool => ({ type: 'tool_use', id: toolId(), name: tool.name, input: tool.arguments })),
    ],
    stop_reason: stopOf(turn),
    stop_sequence: null,
    usage: { input_tokens: 120, output_tokens: 24 },
  }),
  error: (status, message) => ({ type: 'error', error: { type: kinds[status] ?? 'api_error', message } }),
  last: 'event: message_stop\ndata: {"type":"message_stop"}\n\n',
};

function stopOf({ tools = [], isAtLimit = false }: Turn): string {
  if (isAtLimit) return 'max_tokens';
  return tools.length > 0 ? 'tool_use' : 'end_turn';
}

let tools = 0;

function toolId(): string {
  tools += 1;
  return `toolu_${tools}`;
}
