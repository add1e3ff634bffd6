import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { isAppError } from '@atelier/kernel';
import { expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../testing/temp-folder.ts';
import { readKey } from './file-secrets.ts';
import { listen } from './port.ts';

test('a folder in place of the key is told in a sentence, and one in place of the port only costs the port of the last time', async () => {
  using folder = tempFolder();
  for (const name of ['key', 'port']) mkdirSync(join(folder.path, name));
  const server = createServer();
  onTestFinished(() => void server.close());
  const { port, stable } = await listen(server, folder.path, undefined);
  let said: unknown;
  try {
    readKey(folder.file('key'));
  } catch (error) {
    said = isAppError(error) ? error.in('en') : error;
  }
  expect([port > 0, stable, said]).toEqual([
    true,
    false,
    expect.stringMatching(/^Atelier cannot read the key file .*: it is no regular file\. /),
  ]);
});
