import { expect, test } from 'vitest';
import { unlistedSenders } from './support/network-table.ts';
import { repositoryTree } from './support/tree.ts';

test('K8: every file that sends requests says in the table what it does with a redirect', () => {
  expect(unlistedSenders(repositoryTree())).toEqual([]);
});

test.each([
  ['a plain fetch', "export const page = await fetch('https://a.example');"],
  ['a request of Node', "import { request } from 'node:https';\nrequest('https://a.example').end();"],
  ['a module of Node', "import http from 'node:http';\nhttp.get('http://a.example');"],
  ['the global one under another name', 'const { fetch: ask } = globalThis;\nawait ask(new Request("http://a.example"));'],
  ['a WebSocket', "new WebSocket('wss://a.example');"],
])('%s needs a row', (_what, text) => {
  expect(unlistedSenders(new Map([['plugins/notes/main/odd.ts', text]]), {})).toEqual([
    'plugins/notes/main/odd.ts sends requests. Say in the table of senders what it does with a redirect.',
  ]);
});

test('a row of a file that sends nothing is found', () => {
  expect(unlistedSenders(new Map([['a.ts', 'ctx.fetch(address);']]), { 'a.ts': 'nothing' })).toEqual([
    'a.ts sends no requests, but has a row in the table of senders. Remove the row.',
  ]);
});
