import { expect, test } from 'vitest';
import type { Draft } from '../contract/index.ts';
import { drafted } from './automation.fixture.ts';
import type { Offers } from './offers.ts';
import { eventNeeds } from './preflight-event.ts';

const offers: Offers = {
  triggers: {
    items: [
      { from: '@acme/mail', value: { id: 'arrived', title: 'A mail arrives', fields: ['sender'] } },
      { from: '@acme/mail', value: { id: 'left', title: 'A mail leaves' } },
    ],
  },
  conditions: { items: [] },
  actions: { items: [] },
};
const event = (name: 'messageReceived' | 'turnEnded'): Draft['trigger'] => ({ kind: 'event', event: name });
const send = { kind: 'extension', from: '@acme/mail', id: 'send' } as const;
const says = (more: Partial<Draft>, locale: 'en' | 'fr' = 'en') =>
  eventNeeds(drafted(more), offers, locale).map(({ has, text }) => [has, text.replaceAll(/[\u2068\u2069]/g, '')]);

test('what an extension is handed of what sets off a rule is said before it is saved or switched on: its action and its condition, each once, in both languages', () => {
  const vip = [[{ from: '@acme/vip', id: 'is' }], [{ from: '@acme/vip', id: 'was', not: true }]];
  const draft = { trigger: event('messageReceived'), action: send, conditions: vip };
  expect([says(draft), says(draft, 'fr')]).toEqual([
    [
      [true, 'Gives @acme/mail each message that you send, with the title of its conversation.'],
      [true, 'Gives @acme/vip each message that you send, with the title of its conversation.'],
    ],
    [
      [true, 'Donne à @acme/mail chaque message que vous envoyez, avec le titre de sa conversation.'],
      [true, 'Donne à @acme/vip chaque message que vous envoyez, avec le titre de sa conversation.'],
    ],
  ]);
});

test('nothing is handed on at a time, and to the extension that tells of it itself', () => {
  const told = { kind: 'extension', from: '@acme/mail', id: 'left' } as const;
  expect([
    says({ trigger: { kind: 'cron', cron: '0 9 * * *', zone: 'UTC' }, action: send }),
    says({ trigger: told, action: send }),
    says({ trigger: event('turnEnded'), action: { kind: 'notify', text: 'Ding' } }),
    says({ trigger: told, action: { ...send, from: '@acme/lamp' } }),
  ]).toEqual([[], [], [], [[true, 'Gives @acme/lamp what @acme/mail tells.']]]);
});

test('a condition on something that the event does not tell is said to hold never, and its contrary always, each once and in both languages; where nobody says what it tells, nothing is said', () => {
  const on = (field: string, more: { readonly not?: true } = {}): Draft['conditions'] => [
    [{ field, how: 'contains', value: 'x', ...more }],
  ];
  const lacks = (trigger: Draft['trigger'], conditions: Draft['conditions']) => says({ trigger, conditions }).map(([has]) => has);
  const [arrived, left] = ['arrived', 'left'].map(id => ({ kind: 'extension', from: '@acme/mail', id }) as const);
  expect({
    text: lacks(event('messageReceived'), on('text')),
    sender: lacks(event('messageReceived'), on('sender')),
    not: says({
      trigger: event('messageReceived'),
      conditions: [...(on('path', { not: true }) ?? []), ...(on('path', { not: true }) ?? [])],
    }),
    inFrench: says({ trigger: event('messageReceived'), conditions: [...(on('path') ?? []), ...(on('path', { not: true }) ?? [])] }, 'fr'),
    notTold: lacks(event('messageReceived'), on('text', { not: true })),
    webhook: lacks({ kind: 'webhook' }, on('title')),
    time: says({ trigger: { kind: 'cron', cron: '0 9 * * *', zone: 'UTC' }, conditions: on('text') }),
    declared: arrived && [lacks(arrived, on('sender')), lacks(arrived, on('text'))],
    undeclared: left && lacks(left, on('anything')),
  }).toEqual({
    ...{ text: [], sender: [false], notTold: [], webhook: [false] },
    not: [[false, 'Tests “not path”, which the event does not tell: this condition always holds, and keeps nothing back.']],
    inFrench: [
      [false, 'Teste « chemin », que l’événement ne fournit pas : cette condition n’est jamais remplie.'],
      [false, 'Teste « pas chemin », que l’événement ne fournit pas : cette condition est toujours remplie et n’écarte rien.'],
    ],
    time: [[false, 'Tests “text”, which the event does not tell: this condition never holds.']],
    ...{ declared: [[], [false]], undeclared: [] },
  });
});
