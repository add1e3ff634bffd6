import { calleeName, type Fields, readSource } from './source.ts';
import { isForTests, isGenerated, isSource, type Tree } from './tree.ts';

/**
 * K8: the files of the product that send requests, and what each does with a redirect. Whoever adds one decides what may follow it to
 * another host.
 */
export const senders: Readonly<Record<string, string>> = {
  'kernel/main/broker/brokered-fetch.ts': 'each hop is checked against the rights; another origin gets neither the own headers nor a body',
  'kernel/main/servers/probe.ts': 'asks a socket in a folder of the app and follows nothing',
  'kernel/ui/ws-link.ts': 'asks the app’s own origin, from its page',
  'plugins/agent/engine/causes.ts': 'watches the fetch that same-origin.ts has replaced',
  'plugins/cloud/main/server-link.ts': 'follows nothing',
  'plugins/extensions/main/registry/request.ts': 'follows nothing',
  'plugins/providers/engine/callback-guard.ts': 'changes a word of a sign-in’s request and leaves redirects to same-origin.ts',
  'plugins/providers/engine/same-origin.ts': 'every fetch of an engine’s process follows on the same origin only',
  'plugins/providers/main/http/local-http.ts': 'follows on the same origin only',
  'plugins/telemetry/main/sending/send.ts': 'follows nothing',
  'plugins/updates/main/feed/request.ts': 'follows to safe addresses; sends nothing that is secret',
  'registry-dev/keyword-search.ts': 'asks the local registry, from its own process, and follows nothing',
  'registry-dev/publish.ts': 'asks the local registry, without a token',
  'registry-dev/publisher.ts': 'asks the local registry for who has a token',
  'registry-dev/users.ts': 'makes a user at the local registry',
  'shell/ui/window/returning.ts': 'asks the app’s own origin, from its page; a redirect is an error',
  'shell/cli/extension/dev/app-link.ts': 'connects to the app on this machine, over a WebSocket, which follows nothing',
};

const clients =
  /\bimport\s*\{[^}]*\b(?:request|get)\b[^}]*\}\s*from\s*'node:https?'|\bhttps?\.(?:request|get)\b|\bglobalThis\.fetch\b|=\s*globalThis;/;

/** The files of the product that send requests without a row, and the rows of files that send none. */
export function unlistedSenders(tree: Tree, rows = senders): readonly string[] {
  const sending = [...tree].filter(([path, text]) => isProduct(path) && sends(text)).map(([path]) => path);
  return [
    ...sending
      .filter(path => !Object.hasOwn(rows, path))
      .map(path => `${path} sends requests. Say in the table of senders what it does with a redirect.`),
    ...Object.keys(rows)
      .filter(path => !sending.includes(path))
      .map(path => `${path} sends no requests, but has a row in the table of senders. Remove the row.`),
  ];
}

function isProduct(path: string): boolean {
  return (
    isSource(path) && !isGenerated(path) && !isForTests(path) && !path.startsWith('tests/') && !path.startsWith('registry-dev/examples/')
  );
}

function sends(text: string): boolean {
  if (!/fetch|request|WebSocket|node:https?/.test(text)) return false;
  if (clients.test(text)) return true;
  return readSource(text).calls.some(call => {
    const isPlain = (call as Fields).callee?.type === 'Identifier';
    return isPlain && (calleeName(call) === 'fetch' || calleeName(call) === 'WebSocket');
  });
}
