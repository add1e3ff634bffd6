import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { agentWithModel } from '../../../tests/support/agent-with-model.ts';
import { detectSandbox } from '../engine/detect-sandbox.ts';

test('S9: the network that is allowed once is given to that call and to none beside it', async context => {
  context.skip((await detectSandbox()) === undefined, 'this machine has no sandbox, so secure mode confines no network');
  const reached: (string | undefined)[] = [];
  let during: boolean | undefined;
  // While the allowed call is under way, the conversation itself still has no network that another call could use.
  const target = createServer(({ url }, response) => {
    reached.push(url);
    void at.agent.call('state', { conversation: at.conversation }).then(({ network }) => {
      during = network;
      response.end('hello');
    });
  }).listen(0, '127.0.0.1');
  await once(target, 'listening');
  onTestFinished(() => void target.close());
  const { port } = target.address() as AddressInfo;
  // Nothing in these words says that it uses the network.
  const fetched = (path: string) =>
    `perl -MIO::Socket::INET -e 'my $s = IO::Socket::INET->new("127.0.0.1:${port}") or exit 1; print $s "GET ${path} HTTP/1.0\\r\\n\\r\\n"; print <$s>'`;
  const commands = [fetched('/before'), `curl --version; ${fetched('/asked')}`, fetched('/beside')];
  await using at = await agentWithModel({ tools: commands.map(command => ({ name: 'bash', arguments: { command } })) }, { text: 'Done.' });
  const asked: (string | undefined)[] = [];
  at.answer(({ text }) => asked.push(text) > 0);
  await at.turn();
  const { network } = await at.agent.call('state', { conversation: at.conversation });
  const outcomes = at.events.flatMap(({ kind, outcome }) => (kind === 'toolEnded' ? [outcome?.ok] : []));
  expect({ asked, reached, during, after: network, outcomes }).toEqual({
    asked: [commands[1]],
    reached: ['/asked'],
    during: false,
    after: false,
    outcomes: [false, true, false],
  });
});
