import { connect } from 'node:net';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { testCloud } from './cloud.fixture.ts';
import { StartProblem } from './settings.ts';
import { startServer } from './start.ts';
import { clientOf } from './v1/client.fixture.ts';

test('a data folder is for one server: a second one is told so, and takes it once the first has ended', async () => {
  await using cloud = await testCloud();
  const settings = { ...cloud.server.cloud.settings, port: 0 };
  const refused = await startServer(settings).catch((error: unknown) => error);
  await cloud.server.stop();
  const second = await startServer(settings, { log: process.stderr });
  await second.stop();
  expect([refused instanceof StartProblem && refused.code]).toEqual(['cloud/data-in-use']);
});

test('while another process has the database others are answered, what writes waits, and is told to come again if it waits too long', async () => {
  await using cloud = await testCloud();
  const marta = await clientOf(cloud, 'marta@nordlys.example');
  const other = new Sqlite(join(cloud.data, 'cloud.sqlite'));
  const begin = (name: string) => marta.send('POST', '/v1/organizations', { name });
  other.exec('begin immediate');
  const [waits, health] = [begin('Waits'), fetch(`${cloud.url}/healthz`)];
  const first = await Promise.race([waits.then(() => 'written'), health.then(() => 'answered')]);
  other.exec('rollback');
  const written = await waits;
  other.exec('begin immediate');
  const busy = await begin('Busy');
  other.close();
  expect([first, written.status, busy.status, busy.json.error, (await begin('Again')).status]).toEqual([
    'answered',
    201,
    503,
    'not_ready',
    201,
  ]);
});

test('a request that does not arrive is ended', async () => {
  await using cloud = await testCloud({ requestMs: 200 });
  const socket = connect(Number(new URL(cloud.url).port), '127.0.0.1');
  let said = '';
  socket.on('data', data => {
    said += String(data);
  });
  socket.write('POST /v1/web/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{');
  await new Promise(resolve => socket.once('close', resolve));
  expect(said).toContain('408');
});
