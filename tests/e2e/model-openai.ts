import type { Dialect, ScriptedTool, Turn } from './model-server.ts';

const usage = { prompt_tokens: 120, completion_tokens: 24, total_tokens: 144 };
const kinds: Record<number, string> = { 401: 'invalid_request_error', 404: 'not_found_error', 429: 'rate_limit_error' };

/** Chat completions: chunks as `data:` lines, ended by `[DONE]`. */
export const openAiDialect: Dialect = {
  *deltas(turn, model) {
    const chunk = (delta: object, finish: string | null = null, more: object = {}) =>
      `data: ${JSON.stringify({ id: 'chatcmpl-test', object: 'chat.completion.chunk', created: 0, model, choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`;
    yield chunk({ role: 'assistant', content: '' });
    if (turn.thinking !== undefined) yield chunk({ reasoning_content: turn.thinking });
    for (const part of partsOf(turn)) yield typeof part === 'string' ? chunk({ content: part }) : part;
    for (const [index, tool] of (turn.tools ?? []).entries()) {
      yield chunk({
        tool_calls: [{ index, id: tool.id ?? callId(index), type: 'function', function: { name: tool.name, arguments: '' } }],
      });
      // In pieces, as the real ones come.
      for (const [at, piece] of pieces(tool).entries()) {
        if (at === 1 && tool.half !== undefined) yield tool.half;
        yield chunk({ tool_calls: [{ index, function: { arguments: piece } }] });
      }
    }
    yield chunk({}, finishOf(turn), { usage });
  },
  whole: (turn, model) => ({
    id: 'chatcmpl-test',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, message: messageOf(turn), finish_reason: finishOf(turn) }],
    usage,
  }),
  error: (status, message) => ({ error: { message, type: kinds[status] ?? 'server_error', param: null, code: null } }),
  last: 'data: [DONE]\n\n',
};

/** What the turn says, in the pieces it is said in. */
export function partsOf({ text = [] }: Turn): readonly (string | Promise<unknown>)[] {
  return typeof text === 'string' ? (text.match(/\S+\s*/g) ?? []) : text;
}

export function textOf(turn: Turn): string {
  return partsOf(turn)
    .filter(part => typeof part === 'string')
    .join('');
}

/** A tool's arguments cut in the middle of their JSON. */
export function pieces(tool: ScriptedTool): readonly string[] {
  return (
    JSON.stringify(tool.arguments)
      .slice(0, tool.letters)
      .match(/.{1,12}/gs) ?? []
  );
}

function messageOf(turn: Turn): object {
  const tool_calls = (turn.tools ?? []).map((tool, index) => ({
    id: callId(index),
    type: 'function',
    function: { name: tool.name, arguments: JSON.stringify(tool.arguments) },
  }));
  return { role: 'assistant', content: textOf(turn), ...(tool_calls.length > 0 && { tool_calls }) };
}

function finishOf({ tools = [], isAtLimit = false }: Turn): string {
  if (isAtLimit) return 'length';
  return tools.length > 0 ? 'tool_calls' : 'stop';
}

let calls = 0;

function callId(index: number): string {
  if (index === 0) calls += 1;
  return `call_${calls}_${index}`;
}
