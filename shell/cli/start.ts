import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { builtApp, builtDesktop, ensureBuilt, type HostName } from './build.ts';
import { fetchElectron } from './electron-fetch.ts';
import { electronRuntime } from './electron-runtime.mjs';
import { runInForeground } from './foreground.mjs';
import { runNode } from './run-node.ts';
import { type Sentence, say } from './texts.mjs';
import { startOptions } from './wrong-use.mjs';

const browserEntry = 'shell/browser/main.ts';
/** Hides Node's warnings about its experimental features, such as type stripping. */
const noWarnings = '--disable-warning=ExperimentalWarning';
/** The browser host from its sources, for Node. */
export const browserHost = [noWarnings, browserEntry];

/** Builds the app if it is stale, chooses a host, and runs it until it ends. `wrongUse` has checked `args`. */
export async function start(root: string, args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], strict: false, allowPositionals: true, options: startOptions });
  const requested = requestedHost(values);
  if (requested !== 'browser' && electronRuntime(root) === undefined) await fetchElectron(root, requested === 'electron');
  const { host, because } = chooseHost(root, values);
  // `--quit` ends the running Atelier, whichever host it has, and starts nothing.
  const isQuit = values.quit === true && host === 'browser' && existsSync(join(root, builtApp));
  const isStart = !isQuit && values.export === undefined && values.import === undefined;
  if (isStart || host === undefined) say(because, { entry: browserEntry });
  if (host === undefined) return 1;
  if (!isQuit && (await ensureBuilt(root, host)) !== 0) return 1;
  if (host === 'browser') return runNode(root, [noWarnings, builtApp, ...args]);
  return runElectron(root, values.safe === true ? [...positionals, '--safe'] : positionals);
}

type StartValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** Options that only the browser host has select it. */
function requestedHost({ host, headless, json, port, quit, restore, replace, run, export: into, import: from }: StartValues): unknown {
  const given = [port, run, into, from].some(value => value !== undefined);
  return host ?? (given || [headless, json, quit, restore, replace].includes(true) ? 'browser' : undefined);
}

/** Runs the built desktop program; its child processes use the current Node. */
export function runElectron(root: string, args: readonly string[], env: NodeJS.ProcessEnv = {}, stop?: AbortSignal): Promise<number> {
  const runtime = electronRuntime(root) ?? '';
  return runInForeground(
    runtime,
    [join(root, builtDesktop), ...args],
    { ...process.env, ATELIER_NODE: process.execPath, ...env },
    root,
    stop,
  );
}

/** The host, and the reason in one sentence. */
export function chooseHost(root: string, values: StartValues): { host: HostName | undefined; because: Sentence } {
  const requested = requestedHost(values);
  if (!existsSync(join(root, browserEntry))) {
    return {
      host: undefined,
      because: {
        en: 'Nothing was started: {entry} is not in this copy. Restore it with `git checkout -- shell`, then start again.',
        fr: 'Rien n’a démarré : {entry} manque dans cette copie. Restaurez-le avec `git checkout -- shell`, puis relancez.',
      },
    };
  }
  if (requested === 'browser')
    return { host: 'browser', because: { en: 'Browser host, as asked.', fr: 'Hôte navigateur, comme demandé.' } };
  if (electronRuntime(root) !== undefined) {
    const because =
      requested === 'electron'
        ? { en: 'Electron, as asked.', fr: 'Electron, comme demandé.' }
        : { en: 'Electron, because its runtime is on this machine.', fr: 'Electron, car son moteur est sur cette machine.' };
    return { host: 'electron', because };
  }
  const noRuntime = {
    en: 'Electron’s runtime is not on this machine and could not be downloaded',
    fr: 'le moteur d’Electron n’est pas sur cette machine et n’a pas pu être téléchargé',
  };
  if (requested === 'electron') {
    return {
      host: undefined,
      because: {
        en: `Nothing was started: ${noRuntime.en}. Use --host=browser.`,
        fr: `Rien n’a démarré : ${noRuntime.fr}. Utilisez --host=browser.`,
      },
    };
  }
  return { host: 'browser', because: { en: `Browser host, because ${noRuntime.en}.`, fr: `Hôte navigateur, car ${noRuntime.fr}.` } };
}
