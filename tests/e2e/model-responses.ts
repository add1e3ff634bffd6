import { partsOf, pieces, textOf } from './model-openai.ts';
import type { Dialect, Turn } from './model-server.ts';

/** Responses: named events, one item after the other, and the whole response at the end. */
export const responsesDialect: Dialect = {
  *deltas(turn, model) {
    const event = (type: string, more: object = {}) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
    const head = { id: 'resp_test', object: 'response', model };
    yield event('response.created', { response: { ...head, status: 'in_progress', output: [] } });
    let output_index = 0;
    if (turn.thinking !== undefined) {
      const item = { type: 'reasoning', id: 'rs_test', summary: [] };
      yield event('response.output_item.added', { output_index, item });
      yield event('response.reasoning_summary_text.delta', { output_index, summary_index: 0, delta: turn.thinking });
      const summary = [{ type: 'summary_text', text: turn.thinking }];
      yield event('response.output_item.done', { output_index, item: { ...item, summary } });
      output_index += 1;
    }
    const parts = partsOf(turn);
    if (parts.length > 0) {
      const item = { type: 'message', id: 'msg_test', role: 'assistant', status: 'in_progress', content: [] };
      yield event('response.output_item.added', { output_index, item });
      for (const part of parts)
        yield typeof part === 'string' ? event('response.output_text.delta', { output_index, content_index: 0, delta: part }) : part;
      yield event('response.output_item.done', { output_index, item: { ...item, content: contentOf(turn) } });
      output_index += 1;
    }
    for (const [index, tool] of (turn.tools ?? []).entries()) {
      const item = { type: 'function_call', id: `fc_test_${index}`, call_id: `call_test_${index}`, name: tool.name, arguments: '' };
      yield event('response.output_item.added', { output_index, item });
      for (const delta of pieces(tool)) yield event('response.function_call_arguments.delta', { output_index, delta });
      yield event('response.output_item.done', { output_index, item: { ...item, arguments: JSON.stringify(tool.arguments) } });
      output_index += 1;
    }
    const ended = turn.isAtLimit ? 'incomplete' : 'completed';
    yield event(`response.${ended}`, { response: { ...head, ...endOf(turn), usage } });
  },
  whole: (turn, model) => ({
    id: 'resp_test',
    object: 'response',
    model,
    output: [{ type: 'message', role: 'assistant', content: contentOf(turn) }],
    ...endOf(turn),
    usage,
  }),
  error: (status, message) => ({ error: { message, type: status === 429 ? 'rate_limit_error' : 'server_error', param: null, code: null } }),
  last: '',
};

const usage = { input_tokens: 120, output_tokens: 24, total_tokens: 144 };

function endOf({ isAtLimit = false }: Turn): object {
  return isAtLimit ? { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } } : { status: 'completed' };
}

function contentOf(turn: Turn): readonly object[] {
  return [{ type: 'output_text', text: textOf(turn), annotations: [] }];
}
