import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { electronRuntime } from './electron-runtime.mjs';
import { runNode } from './run-script.ts';
import { type Sentence, say } from './texts.mjs';
import { ensureUi } from './ui-build.ts';

const electronEntry = 'shell/electron/main.ts';
const browserEntry = 'shell/browser/main.ts';
/** The browser host, for Node. What Node itself still tries out is no news for a person who starts the app. */
export const browserHost = ['--disable-warning=ExperimentalWarning', browserEntry];

/** Builds the UI where it is stale, takes a host, and runs it until it ends. `args` were checked before. */
export async function start(root: string, args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], strict: false, options: { host: { type: 'string' } } });
  const host = chooseHost(root, values.host);
  say(host.because, { entry: browserEntry });
  if (!host.possible) return 1;
  if ((await ensureUi(root)) !== 0) return 1;
  return runNode(root, [...browserHost, ...args]);
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
