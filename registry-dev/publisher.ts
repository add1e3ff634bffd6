import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addUser } from './users.ts';

/** Creates the publishing user of this machine, once, and stores its token in a file that only this person can read; returns the file. */
export async function publisherToken(registry: string, storage: string): Promise<string> {
  const file = join(storage, 'publisher.token');
  if (existsSync(file) && (await isGood(registry, readFileSync(file, 'utf8').trim()))) return file;
  // The password is not stored: only the token is used, and a new user is created where it was lost.
  const name = `publisher-${randomBytes(4).toString('hex')}`;
  const token = await addUser(registry, name, randomBytes(24).toString('base64url'));
  writeFileSync(file, `${token}\n`, { mode: 0o600 });
  return file;
}

async function isGood(registry: string, token: string): Promise<boolean> {
  const response = await fetch(new URL('-/whoami', registry), { headers: { authorization: `Bearer ${token}`, connection: 'close' } });
  await response.arrayBuffer();
  return response.ok;
}
