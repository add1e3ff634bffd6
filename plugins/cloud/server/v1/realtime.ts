import { Problem } from '../../protocol/problems.ts';
import { id, list, strict, text } from '../../protocol/schemas.ts';
import { eventsAfter, spanOf } from '../../store/streams.ts';
import type { Cloud } from '../cloud.ts';
import { checkStream } from '../realtime/access.ts';
import { newTicket, realtimePath } from '../realtime/realtime.ts';
import type { Asked, routesOf } from './routes.ts';

const time = { type: 'integer' };
const number = { type: 'string', pattern: '^(?:0|[1-9][0-9]{0,14})$' };
const event = strict({ seq: time, ts: time, type: { type: 'string' }, data: {} });
const pageLength = 500;

/** The way to hear what happens, and the same without a connection that stays. */
export function addRealtime(add: ReturnType<typeof routesOf>, { publicUrl }: Pick<Cloud, 'publicUrl'>): void {
  const websocketUrl = `${publicUrl.replace(/^http/, 'ws')}${realtimePath}`;
  add({
    ...{ method: 'POST', url: '/v1/realtime/ticket', summary: 'A ticket that opens one connection within half a minute.', tag: 'realtime' },
    isKept: false,
    answer: { 201: strict({ ticket: text(64), expiresAt: time, websocketUrl: { type: 'string' } }) },
    handle: async asking => ({ ...(await ticketOf(asking)), websocketUrl }),
  });

  add<undefined, undefined, { cloudInstanceId?: string }>({
    ...{ method: 'GET', url: '/v1/realtime/token', summary: 'The same ticket, under its older name.', tag: 'realtime' },
    query: strict({ cloudInstanceId: text(300) }, ['cloudInstanceId']),
    answer: { 200: strict({ token: text(64), expiresAt: time, websocketUrl: { type: 'string' } }) },
    async handle(asking) {
      const { ticket, expiresAt } = await ticketOf(asking);
      return { token: ticket, expiresAt, websocketUrl };
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
      const first = oldest || last + 1;
      // As a connection is told of a gap: what is kept no more, or a server that was set back.
      if (query.after !== undefined && (after > last || (after < last && after + 1 < first))) throw new Problem('gone_before');
      const events = await eventsAfter(store, stream, after, pageLength);
      return { events: events.map(({ seq, ts, type, data }) => ({ seq, ts, type, data })), oldest, last };
    },
  });
}

async function ticketOf({ store, user, now }: Pick<Asked<unknown, unknown, unknown>, 'store' | 'user' | 'now'>) {
  const { sessions_valid_after } = await store
    .selectFrom('users')
    .select('sessions_valid_after')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  // Who signed out everywhere while this was asked gets none.
  if (sessions_valid_after !== user.sessions_valid_after) throw new Problem('invalid_token');
  return await newTicket(store, user.id, now);
}
