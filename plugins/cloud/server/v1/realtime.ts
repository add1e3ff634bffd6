import { Problem } from '../../protocol/problems.ts';
import { id, list, strict, text } from '../../protocol/schemas.ts';
import { eventsAfter, spanOf } from '../../store/streams.ts';
import type { Cloud } from '../cloud.ts';
import { checkStream } from '../realtime/access.ts';
import { newTicket } from '../realtime/realtime.ts';
import type { routesOf } from './routes.ts';

const time = { type: 'integer' };
const number = { type: 'string', pattern: '^(?:0|[1-9][0-9]{0,14})$' };
const event = strict({ seq: time, ts: time, type: { type: 'string' }, data: {} });
const pageLength = 500;

/** The way to hear what happens, and the same without a connection that stays. */
export function addRealtime(add: ReturnType<typeof routesOf>, { publicUrl }: Pick<Cloud, 'publicUrl'>): void {
  add({
    ...{ method: 'POST', url: '/v1/realtime/ticket', summary: 'A ticket that opens one connection within half a minute.', tag: 'realtime' },
    answer: { 201: strict({ ticket: text(64), expiresAt: time, websocketUrl: { type: 'string' } }) },
    async handle({ store, user, now }) {
      return { ...(await newTicket(store, user.id, now)), websocketUrl: `${publicUrl.replace(/^http/, 'ws')}/v1/realtime` };
    },
  });

  add<undefined, { id: string }, { after?: string }>({
    ...{ method: 'GET', url: '/v1/conversations/:id/events', summary: 'What happened in a conversation, in order.', tag: 'realtime' },
    params: strict({ id }),
    query: strict({ after: number }, ['after']),
    answer: { 200: strict({ events: list(event), oldest: time, last: time }) },
    async handle({ store, user, params, query }) {
      const stream = `conv:${params.id}`;
      await checkStream(store, user.id, stream);
      const after = Number(query.after ?? 0);
      const { oldest, last } = await spanOf(store, stream);
      if (query.after !== undefined && after < last && after + 1 < (oldest || last + 1)) throw new Problem('gone_before');
      const events = await eventsAfter(store, stream, after, pageLength);
      return { events: events.map(({ seq, ts, type, data }) => ({ seq, ts, type, data })), oldest, last };
    },
  });
}
