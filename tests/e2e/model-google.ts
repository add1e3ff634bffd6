import { partsOf, textOf } from './model-openai.ts';
import type { Dialect, Turn } from './model-server.ts';

/** Google's `streamGenerateContent`: whole answers as `data:` lines, each with what is new. */
export const googleDialect: Dialect = {
  *deltas(turn) {
    const chunk = (parts: readonly object[], more: object = {}) =>
      `data: ${JSON.stringify({ candidates: [{ index: 0, content: { role: 'model', parts }, ...more }], usageMetadata: usage })}\n\n`;
    if (turn.thinking !== undefined) yield chunk([{ text: turn.thinking, thought: true }]);
    for (const part of partsOf(turn)) yield typeof part === 'string' ? chunk([{ text: part }]) : part;
    const calls = (turn.tools ?? []).map(tool => ({ functionCall: { name: tool.name, args: tool.arguments } }));
    yield chunk(calls, { finishReason: endOf(turn) });
  },
  whole: turn => ({
    candidates: [{ index: 0, content: { role: 'model', parts: [{ text: textOf(turn) }] }, finishReason: endOf(turn) }],
    usageMetadata: usage,
  }),
  error: (code, message) => ({ error: { code, message, status: 'FAILED' } }),
  last: '',
};

const usage = { promptTokenCount: 120, candidatesTokenCount: 24, totalTokenCount: 144 };

function endOf({ isAtLimit = false }: Turn): string {
  return isAtLimit ? 'MAX_TOKENS' : 'STOP';
}
