import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isAppError } from '@atelier/kernel';
import { type AuthoredExtension, readAuthored } from '@atelier/kernel/authoring';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { type Sentence, say } from '../../texts.mjs';
import { build } from '../build.ts';
import { type CommandResult, folderOf, type Invocation } from '../command.ts';
import { authorErrors } from '../errors.ts';
import { type Consequence, changedFiles, consequenceOf, type Snapshot, snapshotOf, watchFolder } from './changes.ts';
import { linkExtension, makeProfile } from './profile.ts';
import { RunningApp } from './running-app.ts';
import { tellFindings, tellRights } from './tell.ts';

const started: Sentence = {
  en: '{id} is in the app, at {url}. It follows what you change; Ctrl+C ends it.',
  fr: '{id} est dans l’application, à {url}. Elle suit vos changements ; Ctrl+C l’arrête.',
};
const reloaded: Record<Exclude<Consequence, 'none'>, Sentence> = {
  reload: { en: '{files}: the next generation runs.', fr: '{files} : la génération suivante tourne.' },
  manifest: {
    en: '{files}: the manifest was read anew; the next generation runs.',
    fr: '{files} : le manifeste a été relu ; la génération suivante tourne.',
  },
};

const notReloaded: Sentence = {
  en: '{reason} [{code}] The next change is tried again.',
  fr: '{reason} [{code}] Le prochain changement sera essayé à nouveau.',
};

/** The extension under development in the running app. */
interface RunningExtension {
  readonly root: string;
  readonly folder: string;
  readonly id: string;
  readonly app: RunningApp;
}

/** Called after each change. */
interface ReloadListener {
  /** What can be said of its files, whether they were taken or not. */
  readonly onExamined: () => Promise<void>;
  readonly onReloaded: (consequence: Exclude<Consequence, 'none'>, files: readonly string[]) => void;
  readonly onFailed: (error: unknown) => void;
}

const codeOf = (error: unknown): string => (isAppError(error) ? error.code : 'author/failed');
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** `extension dev`: runs the app with this extension on a profile of its own, and reloads the extension after each change. */
export async function dev(invocation: Invocation): Promise<CommandResult> {
  const { root, options } = invocation;
  const folder = realpathSync(folderOf(invocation));
  await build(root, folder);
  const { id } = readExtension(folder);
  const slug = id.replace('@', '').replace('/', '--');
  const userData = process.env.ATELIER_USER_DATA_DIR ?? join(root, '.build', 'extension-dev', slug);
  makeProfile(userData, invocation.locale);
  linkExtension(folder, pathIn(userData, 'extensions'), slug);
  const app = new RunningApp({
    root,
    userData,
    headless: options.headless === true,
    locale: invocation.locale,
    port: typeof options.port === 'string' ? options.port : undefined,
  });
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
  const report = (sentence: Sentence, record: object, values: Readonly<Record<string, unknown>>) => {
    if (options.json === true) process.stdout.write(`${JSON.stringify(record)}\n`);
    else say(sentence, values);
  };
  try {
    const url = await app.start();
    if (url === undefined) throw authorErrors['author/no-app']({ id });
    report(started, { url, id, userData }, { id, url });
    const examined = async () => {
      await tellRights(app, folder, options.grant === true, report);
      await tellFindings(root, folder, invocation.locale, report);
    };
    await examined();
    await watchExtension({ root, folder, id, app }, stopping.signal, {
      onReloaded: (consequence, files) => report(reloaded[consequence], { [consequence]: files }, { files: files.join(', ') }),
      onExamined: examined,
      onFailed: error =>
        report(
          notReloaded,
          { failed: { code: codeOf(error), message: reasonOf(error) } },
          { reason: reasonOf(error), code: codeOf(error) },
        ),
    });
  } finally {
    await app.stop();
  }
  return { ok: true, record: { id }, lines: [] };
}

/** Until stopped: after each change, builds the extension and reloads it in the app, one change after the other. */
async function watchExtension(
  { root, folder, id, app }: RunningExtension,
  stopped: AbortSignal,
  { onReloaded, onExamined, onFailed }: ReloadListener,
): Promise<void> {
  let before: Snapshot = snapshotOf(folder);
  let pending: Promise<void> = Promise.resolve();
  const applyChanges = async () => {
    const current = snapshotOf(folder);
    if (changedFiles(before, current).length === 0) return;
    try {
      await build(root, folder);
      const after = snapshotOf(folder);
      const files = changedFiles(before, after);
      before = after;
      const consequence = consequenceOf(files);
      if (consequence === 'none') return;
      await reloadExtension(app, consequence, id, readExtension(folder));
      onReloaded(consequence, files);
    } catch (error) {
      // A file that is being edited is often invalid for a moment; until then, the previous version keeps running. A file that was
      // saved during the build is another change, which is tried next.
      before = current;
      onFailed(error);
    }
    // What cannot be found out now is with the next change.
    await onExamined().catch(() => undefined);
  };
  const watcher = watchFolder(folder, () => {
    pending = pending.then(applyChanges);
  });
  // Ended in this terminal, or by quitting the app.
  await Promise.race([app.exited, new Promise<void>(resolve => stopped.addEventListener('abort', () => resolve(), { once: true }))]);
  watcher.close();
  await pending;
}

/** Ends the extension's process and frames and starts new ones. `view.state`, which is in the window, and the database are kept. */
async function reloadExtension(
  app: RunningApp,
  consequence: Consequence,
  runningId: string,
  { id, atelier }: AuthoredExtension,
): Promise<void> {
  // With another id it is another extension, which the app finds only at its start.
  if (id !== runningId) return restart(app);
  if (consequence === 'manifest') {
    await app.call('kernel:reloadExtension', { id });
    return;
  }
  await app.call('kernel:disableExtension', { id });
  await app.call('kernel:enableExtension', { id });
  // Starts the main side now, so that its errors are printed at once.
  if (atelier.main !== undefined) await app.call('kernel:retryExtension', { id });
}

async function restart(app: RunningApp): Promise<void> {
  await app.stop();
  await app.start();
}

function readExtension(folder: string): AuthoredExtension {
  const { extension, problems } = readAuthored(folder);
  if (extension === undefined) throw problems[0] ?? authorErrors['author/invalid']({ id: folder, count: 1, folder });
  for (const problem of problems) process.stderr.write(`${problem.message} [${problem.code}]\n`);
  return extension;
}
