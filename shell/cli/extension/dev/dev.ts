import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isAppError } from '@atelier/kernel';
import { type AuthoredExtension, readAuthored } from '@atelier/kernel/authoring';
import { type Sentence, say } from '../../texts.mjs';
import { build } from '../build.ts';
import { authorErrors } from '../errors.ts';
import { type Asked, folderOf, type Outcome } from '../index.ts';
import { type Consequence, consequenceOf, differing, type Snapshot, snapshotOf, watchFolder } from './changes.ts';
import { link, makeProfile } from './profile.ts';
import { RunningApp } from './running-app.ts';

const shown: Sentence = {
  en: '{id} is in the app, at {url}. It follows what you change; Ctrl+C ends it.',
  fr: '{id} est dans l’application, à {url}. Elle suit vos changements ; Ctrl+C l’arrête.',
};
const followed: Record<Exclude<Consequence, 'none'>, Sentence> = {
  reload: { en: '{files}: the next generation runs.', fr: '{files} : la génération suivante tourne.' },
  manifest: {
    en: '{files}: the manifest was read anew; the next generation runs.',
    fr: '{files} : le manifeste a été relu ; la génération suivante tourne.',
  },
};

const notFollowed: Sentence = {
  en: '{reason} [{code}] The next change is tried again.',
  fr: '{reason} [{code}] Le prochain changement sera essayé à nouveau.',
};

/** An extension that is in the app. */
interface Shown {
  readonly root: string;
  readonly folder: string;
  readonly id: string;
  readonly app: RunningApp;
}

/** What is told of a change. */
interface Followed {
  readonly done: (consequence: Exclude<Consequence, 'none'>, files: readonly string[]) => void;
  readonly failed: (error: unknown) => void;
}

const codeOf = (error: unknown): string => (isAppError(error) ? error.code : 'author/failed');
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** `extension dev`: the app on a profile of its own with this extension in it, and its next generation after each change. */
export async function dev(asked: Asked): Promise<Outcome> {
  const { root, options } = asked;
  const folder = realpathSync(folderOf(asked));
  await build(root, folder);
  const { id } = readable(folder);
  const slug = id.replace('@', '').replace('/', '--');
  const userData = process.env.ATELIER_USER_DATA_DIR ?? join(root, '.build', 'extension-dev', slug);
  makeProfile(userData);
  link(folder, join(userData, 'extensions'), slug);
  const app = new RunningApp({
    root,
    userData,
    headless: options.headless === true,
    port: typeof options.port === 'string' ? options.port : undefined,
  });
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
  const tell = (sentence: Sentence, record: object, blanks: Readonly<Record<string, unknown>>) => {
    if (options.json === true) process.stdout.write(`${JSON.stringify(record)}\n`);
    else say(sentence, blanks);
  };
  try {
    const url = await app.start();
    if (url === undefined) throw authorErrors['author/no-app']({ id });
    tell(shown, { url, id, userData }, { id, url });
    await follow({ root, folder, id, app }, stopping.signal, {
      done: (consequence, files) => tell(followed[consequence], { [consequence]: files }, { files: files.join(', ') }),
      failed: error =>
        tell(notFollowed, { failed: { code: codeOf(error), message: reasonOf(error) } }, { reason: reasonOf(error), code: codeOf(error) }),
    });
  } finally {
    await app.stop();
  }
  return { ok: true, record: { id }, lines: [] };
}

/** Until it is stopped: builds after each change, and does in the app what the change asks for. One change after the other. */
async function follow({ root, folder, id, app }: Shown, stopped: AbortSignal, { done, failed }: Followed): Promise<void> {
  let before: Snapshot = snapshotOf(folder);
  let turn: Promise<void> = Promise.resolve();
  const take = async () => {
    const seen = snapshotOf(folder);
    if (differing(before, seen).length === 0) return;
    try {
      await build(root, folder);
      const after = snapshotOf(folder);
      const files = differing(before, after);
      before = after;
      const consequence = consequenceOf(files);
      if (consequence === 'none') return;
      await nextGeneration(app, consequence, id, readable(folder));
      done(consequence, files);
    } catch (error) {
      // What is being written is often wrong for a moment; the old generation goes on until it is right. What was saved meanwhile is
      // another change, which is still to be tried.
      before = seen;
      failed(error);
    }
  };
  const watcher = watchFolder(folder, () => {
    turn = turn.then(take);
  });
  // Ended by whoever works here, or in the app itself, where one can quit too.
  await Promise.race([app.died, new Promise<void>(resolve => stopped.addEventListener('abort', () => resolve(), { once: true }))]);
  watcher.close();
  await turn;
}

/** Its process and its frames end and the next ones begin. What a view keeps in `view.state` is the window's, and its database stays. */
async function nextGeneration(app: RunningApp, consequence: Consequence, shown: string, { id, atelier }: AuthoredExtension): Promise<void> {
  // Under another name it is another extension, which only a start finds.
  if (id !== shown) return restart(app);
  if (consequence === 'manifest') {
    await app.call('kernel:reloadExtension', { id });
    return;
  }
  await app.call('kernel:disableExtension', { id });
  await app.call('kernel:enableExtension', { id });
  // An author wants to read of a mistake now, and not when something needs the main side.
  if (atelier.main !== undefined) await app.call('kernel:retryExtension', { id });
}

async function restart(app: RunningApp): Promise<void> {
  await app.stop();
  await app.start();
}

function readable(folder: string): AuthoredExtension {
  const { extension, problems } = readAuthored(folder);
  if (extension === undefined) throw problems[0] ?? authorErrors['author/invalid']({ id: folder, count: 1, folder });
  for (const problem of problems) process.stderr.write(`${problem.message} [${problem.code}]\n`);
  return extension;
}
