import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { builtApp, ensureBuilt } from './build.ts';
import { electronRuntime } from './electron-runtime.mjs';
import { runNode } from './run-script.ts';
import { type Sentence, say } from './texts.mjs';

const electronEntry = 'shell/electron/main.ts';
const browserEntry = 'shell/browser/main.ts';
/** What Node itself still tries out, such as taking the types out of a plugin's code, is no news for a person who starts the app. */
const quiet = '--disable-warning=ExperimentalWarning';
/** The browser host from its sources, for Node. */
export const browserHost = [quiet, browserEntry];

/** Builds the app where it is stale, takes a host, and runs it until it ends. `args` were checked before. */
export async function start(root: string, args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], strict: false, options: { host: { type: 'string' } } });
  const host = chooseHost(root, values.host);
  say(host.because, { entry: browserEntry });
  if (!host.possible) return 1;
  if ((await ensureBuilt(root)) !== 0) return 1;
  return runNode(root, [quiet, builtApp, ...args]);
}

/** Which host, and the one line that says why. */
export function chooseHost(root: string, wanted: string | boolean | undefined): { possible: boolean; because: Sentence } {
  const lacking = electronLack(root);
  if (!existsSync(join(root, browserEntry))) {
    return {
      possible: false,
      because: {
        en: 'Nothing was started: {entry} is not in this copy. Restore it with `git checkout -- shell`, then start again.',
        fr: 'Rien n’a démarré : {entry} manque dans cette copie. Restaurez-le avec `git checkout -- shell`, puis relancez.',
      },
    };
  }
  if (wanted === 'browser') return { possible: true, because: { en: 'Browser host, as asked.', fr: 'Hôte navigateur, comme demandé.' } };
  if (wanted === 'electron') {
    return {
      possible: false,
      because: {
        en: `Nothing was started: ${lacking.en}. Use --host=browser.`,
        fr: `Rien n’a démarré : ${lacking.fr}. Utilisez --host=browser.`,
      },
    };
  }
  return { possible: true, because: { en: `Browser host, because ${lacking.en}.`, fr: `Hôte navigateur, car ${lacking.fr}.` } };
}

function electronLack(root: string): Sentence {
  if (!existsSync(join(root, electronEntry))) {
    return { en: 'this version has no Electron shell yet', fr: 'cette version n’a pas encore d’enveloppe Electron' };
  }
  if (electronRuntime(root) === undefined) {
    return { en: 'Electron’s runtime is not on this machine', fr: 'le moteur d’Electron n’est pas sur cette machine' };
  }
  return { en: 'the Electron shell cannot be started from here yet', fr: 'l’enveloppe Electron ne peut pas encore être lancée d’ici' };
}
