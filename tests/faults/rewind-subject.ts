import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { conversation, openChanges } from '../support/file-changes.ts';

const names = Array.from({ length: 6 }, (_, at) => `${at}.txt`);
const text = (word: string, name: string) => `${word} ${name}\n`.repeat(100);

/** How often the conversation was rewound or redone so far; an odd count is a rewound one. */
const count = (folder: string): number => (existsSync(turns(folder)) ? Number(readFileSync(turns(folder), 'utf8')) : 0);
const turns = (folder: string) => join(folder, 'turns');

/** A conversation that has written files, over what a process that was killed has left. What the conversation became is kept in a file, as the agent keeps it. */
async function open(folder: string) {
  const changes = await openChanges({ data: folder });
  const { branch } = changes;
  const begin = () => {
    branch.ask('m1');
    for (const [at, name] of names.entries()) branch.add({ tool: `t${at + 1}`, name: 'write', args: { path: name }, ok: true });
  };
  const isNew = !existsSync(turns(folder));
  if (isNew) {
    for (const name of names) changes.put(name, text('before', name));
    branch.ask('m1');
    for (const name of names) await changes.write(name, text('after', name));
  } else if (count(folder) % 2 === 0) begin();
  branch.hold(async () => {
    writeFileSync(`${turns(folder)}.new`, String(count(folder) + 1));
    renameSync(`${turns(folder)}.new`, turns(folder));
  });
  if (isNew) writeFileSync(turns(folder), '0');
  await changes.rewinds.recover();
  return { changes, begin };
}

/** Rewinds and redoes without end. */
export async function rewindForEver(folder: string, acknowledge: (count: number) => void): Promise<never> {
  const { changes, begin } = await open(folder);
  const { rewinds, branch } = changes;
  for (;;) {
    if (count(folder) % 2 === 0) await rewinds.rewind(conversation, 'm1', []);
    else {
      await rewinds.redo(conversation);
      // Another process has rewound it, and this one never knew its messages.
      if (branch.ids().length === 0) begin();
    }
    acknowledge(count(folder));
  }
}

/** Files and conversation are both rewound or both not, nothing that was acknowledged is undone, and every content can be brought back. */
export async function verifyRewinds(folder: string, acknowledged: number | undefined): Promise<string[]> {
  const wrong: string[] = [];
  const { changes, begin } = await open(folder);
  try {
    const done = count(folder);
    if (done < (acknowledged ?? 0)) wrong.push(`${acknowledged} was acknowledged, ${done} is there`);
    const look = (after: string) => {
      const word = count(folder) % 2 === 0 ? 'after' : 'before';
      const other = names.filter(name => readFileSync(changes.at(name), 'utf8') !== text(word, name));
      if (other.length > 0) wrong.push(`${after}, ${other.length} of ${names.length} files are not as the conversation says: ${word}`);
    };
    look('after a kill');
    if (changes.journal.unfinished().length > 0) wrong.push('an operation stays unfinished');
    const { redo } = await changes.summaries.of(conversation);
    if ((redo !== undefined) !== (done % 2 === 1)) wrong.push(`a redo is ${redo === undefined ? 'not ' : ''}offered after ${done} turns`);
    for (let turn = 0; turn < 2; turn += 1) {
      if (count(folder) % 2 === 0) await changes.rewinds.rewind(conversation, 'm1', []);
      else {
        await changes.rewinds.redo(conversation);
        if (changes.branch.ids().length === 0) begin();
      }
      look('one more time');
    }
  } finally {
    await changes.close();
  }
  return wrong;
}
