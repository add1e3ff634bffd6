import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../kernel/main/storage/storage.ts';
import { keptLog } from '../../kernel/testing/kept-log.ts';
import { type Drafts, openDrafts } from '../../plugins/conversations/main/drafts/drafts.ts';
import { migrations } from '../../plugins/conversations/main/migrations/index.ts';
import { type Save, SyncedText } from '../../plugins/conversations/ui/composer/synced-text.ts';

const of = 'global';

/** One draft that two windows write into by turns; what they could not save is in a file, as in a browser's storage. */
export interface DraftSubject extends Disposable {
  /** Has one of the windows write a word, and resolves when it is saved. */
  write(count: number): Promise<void>;
  /** The numbers of the words that are in the draft. */
  words(): readonly number[];
}

/** Opens the draft in a folder. What was left unsaved there is saved first. */
export function draftIn(folder: string): DraftSubject {
  const database = openDatabase(join(folder, 'drafts.sqlite'), migrations, {
    owner: '@test/faults',
    backups: join(folder, 'backups'),
    log: keptLog(),
  });
  const drafts = openDrafts(database);
  const file = join(folder, 'unsaved.json');
  if (existsSync(file)) save(drafts, JSON.parse(readFileSync(file, 'utf8')) as Save);
  rmSync(file, { force: true });
  const windows = [new SyncedText(), new SyncedText()] as const;
  for (const window of windows) window.take(drafts.show(of).text);
  return {
    async write(count) {
      const window = windows[count % 2]!;
      // A window reads what the other wrote only now and then, so that there is something to merge.
      if (count % 5 === 0) window.take(drafts.show(of).text);
      window.text = count % 3 === 0 ? `w${count} ${window.text}` : `${window.text} w${count}`;
      await window.save(async next => {
        writeFileSync(`${file}.new`, JSON.stringify(next));
        renameSync(`${file}.new`, file);
        return save(drafts, next);
      });
    },
    words: () => (drafts.read(of).text.match(/w\d+/g) ?? []).map(word => Number(word.slice(1))),
    [Symbol.dispose]: () => database.close(),
  };
}

function save(drafts: Drafts, next: Save): { readonly merged?: string } {
  const merged = drafts.merge(of, next, Date.now());
  return merged === next.text ? {} : { merged };
}
