import type { State } from '@atelier/providers/contract';
import type { Behaviour, Reply } from '../e2e/model-server.ts';

/** What one server does, and what Atelier says of it everywhere. */
export interface BehaviourRow {
  readonly name: string;
  /** Where the provider is; without it the scripted server. */
  readonly at?: 'dead-port' | 'unknown-name' | 'not-tls' | 'not-http';
  readonly does?: Behaviour;
  /** The key that is saved. */
  readonly key?: string;
  /** What the server does from the first message on. */
  readonly later?: Behaviour;
  /** The state on the card, in the picker and in onboarding, and words of its reason in English. */
  readonly state: State;
  readonly says?: string;
  /** The code of the conversation's failure; undefined: it is answered. */
  readonly turn?: string;
  /** The state after the conversation, where it is another one. */
  readonly after?: State;
}

const all = (reply: Reply): Behaviour => ({ list: reply, empty: reply, turn: reply });
const page = '<!doctype html><title>Sign in</title><h1>Hotel Wi-Fi</h1>';
const failing = (status: number, message = 'As the test has written.') => ({ status, json: { error: { message } } });

/** Servers in every state of order, as they are met. */
export const behaviours: readonly BehaviourRow[] = [
  { name: 'in order', state: 'ready' },
  { name: 'nothing listens', at: 'dead-port', state: 'unreachable', says: 'nothing listens there', turn: 'agent/connection-failed' },
  { name: 'an unknown name', at: 'unknown-name', state: 'unreachable', says: 'its name is unknown', turn: 'agent/connection-failed' },
  { name: 'no TLS', at: 'not-tls', state: 'unreachable', says: 'TLS', turn: 'agent/connection-failed' },
  { name: 'no HTTP', at: 'not-http', state: 'failing', says: 'does not speak HTTP', turn: 'agent/bad-answer' },
  { name: '401 without a key', does: { key: 'right' }, state: 'needs-key', says: 'asks for a key', turn: 'agent/unauthorised' },
  { name: '401 with a wrong key', does: { key: 'right' }, key: 'wrong', state: 'refused', says: 'HTTP 401', turn: 'agent/unauthorised' },
  { name: 'the right key', does: { key: 'right' }, key: 'right', state: 'ready' },
  { name: '403', does: all(failing(403)), key: 'some', state: 'refused', says: 'HTTP 403', turn: 'agent/unauthorised' },
  {
    name: 'an open list, and a key for the rest',
    does: { empty: failing(401), turn: failing(401) },
    key: 'some',
    state: 'refused',
    turn: 'agent/unauthorised',
  },
  { name: 'a key for the list alone', does: { list: failing(401) }, state: 'needs-key', says: 'asks for a key', after: 'ready' },
  { name: '404', does: all(failing(404)), state: 'failing', says: 'answers, but not as a model server', turn: 'agent/model-missing' },
  {
    name: 'a list, and no call that generates',
    does: { empty: failing(404), turn: failing(404) },
    state: 'failing',
    says: 'answers no call',
    turn: 'agent/model-missing',
  },
  {
    name: '429 with Retry-After',
    does: all({ ...failing(429), headers: { 'Retry-After': '30' } }),
    state: 'failing',
    says: 'answers, but cannot be used now: it accepts no more requests for 30 s',
    turn: 'agent/rate-limited-for',
  },
  { name: '429 without', does: all(failing(429)), state: 'failing', says: 'no more requests', turn: 'agent/rate-limited' },
  { name: '500', does: all(failing(500)), state: 'failing', says: 'HTTP 500', turn: 'agent/provider-failed' },
  {
    name: '502 with a page',
    does: all({ status: 502, html: page }),
    state: 'failing',
    says: 'web page',
    turn: 'agent/provider-failed',
  },
  { name: '503', does: all(failing(503)), state: 'failing', says: 'HTTP 503', turn: 'agent/provider-failed' },
  { name: 'a page with 200', does: all({ html: page }), state: 'failing', says: 'web page', turn: 'agent/bad-answer' },
  {
    name: 'a page with 401',
    does: all({ status: 401, html: page }),
    state: 'failing',
    says: 'web page',
    turn: 'agent/unauthorised',
    after: 'needs-key',
  },
  {
    name: 'no answer',
    does: all({ trouble: 'never' }),
    state: 'unreachable',
    says: 'did not answer in time',
    turn: 'agent/connection-failed',
  },
  {
    name: 'a closed connection',
    does: all({ trouble: 'close' }),
    state: 'unreachable',
    says: 'closed the connection',
    turn: 'agent/connection-failed',
  },
  { name: 'half an answer', does: all({ trouble: 'cut' }), state: 'unreachable', says: 'closed the connection', turn: 'agent/stream-cut' },
  { name: 'half a list', does: { list: { trouble: 'cut' } }, state: 'ready' },
  { name: 'an empty list', does: { list: { json: { data: [] } } }, state: 'ready' },
  { name: 'a list in a foreign form', does: { list: { json: { items: ['a', 'b'] } } }, state: 'ready' },
  { name: 'a list without a name for it', does: { list: { json: ['a', 'b'] } }, state: 'ready' },
  { name: 'no list', does: { list: failing(404) }, state: 'ready' },
  { name: 'slow', does: { list: { afterMs: 400, json: { data: [] } } }, state: 'ready' },
  { name: '422 to an empty request', does: { empty: failing(422) }, state: 'ready' },
  { name: '500 to an empty request', does: { empty: failing(500) }, state: 'ready' },
  {
    name: 'a stream that stops',
    later: { turn: { trouble: 'stalls' } },
    state: 'ready',
    turn: 'silent',
    after: 'ready',
  },
  { name: 'a page later', later: { turn: { html: page } }, state: 'ready', turn: 'agent/bad-answer', after: 'failing' },
  { name: '401 later', key: 'once-right', later: { turn: failing(401) }, state: 'ready', turn: 'agent/unauthorised', after: 'refused' },
  { name: '429 later', later: { turn: failing(429) }, state: 'ready', turn: 'agent/rate-limited', after: 'failing' },
  { name: 'no credit', later: { turn: failing(429, 'insufficient_quota') }, state: 'ready', turn: 'agent/quota-used' },
  {
    name: 'a redirect to another host',
    does: all({ status: 307, headers: { Location: 'http://other.invalid/' } }),
    state: 'failing',
    says: 'redirects to another host',
    turn: 'agent/redirected',
  },
  {
    name: 'an empty answer',
    later: {
      turn: {
        headers: { 'Content-Type': 'text/event-stream' },
        html: 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
      },
    },
    state: 'ready',
    turn: 'agent/empty-answer',
  },
];
