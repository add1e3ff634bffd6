import type { ExtensionContext } from '@atelier/kernel';
import type { DirectoryState } from './directory-state.ts';
import { themeIn, withTheme } from './files/settings-file.ts';

/** Keeps the app's theme and that of settings.json the same: who has changed last, counts. */
export async function followTheme(
  ctx: Pick<ExtensionContext, 'find' | 'tap' | 'log'>,
  state: DirectoryState,
): Promise<{ read(): Promise<void> }> {
  // The workbench is optional, so it cannot be imported statically.
  const contract = await import('@atelier/workbench/contract').catch(() => undefined);
  if (contract === undefined) return { read: async () => undefined };
  let writing = 0;
  const warn = (error: unknown) => ctx.log.warn(String((error as Error).message));
  const write = async (appearance: 'system' | 'light' | 'dark') => {
    // What the file still says meanwhile is older.
    writing += 1;
    try {
      await state.changeSettings(now => withTheme(now, appearance));
    } finally {
      writing -= 1;
    }
  };
  ctx.tap(contract.appearanceChosen, ({ appearance }) => write(appearance));
  return {
    async read() {
      try {
        const workbench = ctx.find(contract.Workbench);
        if (workbench === undefined || writing > 0) return;
        const { settings } = await state.readOrLast();
        const [inFile, chosen] = [themeIn(settings), await workbench.appearance()];
        if (inFile === chosen || writing > 0) return;
        if (inFile !== undefined) await workbench.setAppearance(inFile);
        // A theme that only the engine's command line has stays its own.
        else if (chosen !== undefined && settings.theme === undefined) await write(chosen);
      } catch (error) {
        warn(error);
      }
    },
  };
}
