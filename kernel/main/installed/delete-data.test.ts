import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../testing/temp-folder.ts';
import { deleteData } from './delete-data.ts';

test('of the files beside a database only those are deleted that the layout of the profile describes as part of it', async () => {
  using folder = tempFolder();
  const userData = folder.path;
  const data = join(userData, 'data');
  mkdirSync(join(data, 'acme--notes'), { recursive: true });
  const own = ['', '-wal', '-shm', '-journal', '.checked', '.corrupt-20260101T000000000Z', '.corrupt-20260101T000000000Z-wal'];
  const kept = ['acme--notes.sqlite.my-own-copy', 'acme--notes.sqlite2', 'acme--notes.sqlite-2026.bak', 'acme--notes-two.sqlite'];
  for (const name of [...own.map(part => `acme--notes.sqlite${part}`), ...kept]) writeFileSync(join(data, name), 'x');
  const forgotten: string[] = [];
  const secrets = { forget: async (id: string) => void forgotten.push(id) };
  await deleteData({ host: { paths: { userData } }, secrets } as unknown as Parameters<typeof deleteData>[0], '@acme/notes');
  expect({ left: readdirSync(data).toSorted(), folder: existsSync(join(data, 'acme--notes')), forgotten }).toEqual({
    left: kept.toSorted(),
    folder: false,
    forgotten: ['@acme/notes'],
  });
});
