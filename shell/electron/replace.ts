import type { AppError } from '@atelier/kernel';
import { endFrozen } from '@atelier/kernel/host';
import type { ElectronLike } from './electron-like.ts';
import { type Language, text } from './texts.ts';

/** Asks whether to end an Atelier that does not answer and to start in its place. */
export async function askReplace({ dialog }: ElectronLike, frozen: AppError, language: Language): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Atelier',
    message: `${frozen.in(language)} [${frozen.code}]`,
    buttons: [text('endAndStart', language), text('leave', language)],
    defaultId: 1,
    cancelId: 1,
  });
  return response === 0;
}

/** Ends it, if the person wishes so; `replace`: they said it when they started this. */
export async function replaceFrozen(
  electron: ElectronLike,
  userData: string,
  frozen: AppError,
  asked: { replace: boolean; language: Language },
): Promise<boolean> {
  if (!asked.replace) {
    await electron.app.whenReady();
    if (!(await askReplace(electron, frozen, asked.language))) return false;
  }
  await endFrozen(userData, frozen);
  return true;
}
