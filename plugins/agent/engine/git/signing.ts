import { gitErrors } from './git-errors.ts';
import { isOn, type Settings } from './settings.ts';
import type { View, Views } from './view.ts';

/** What decides how a commit is signed. */
const deciding = [
  ...['user.signingkey', 'gpg.format', 'gpg.program', 'gpg.openpgp.program', 'gpg.x509.program', 'gpg.ssh.program'],
  'gpg.ssh.defaultkeycommand',
];
/** The person may be asked for the secret of a key. */
export const signingMs = 120_000;

/** How git is called to sign: settings before the command, and the option after it. */
export interface Signing {
  readonly settings: readonly string[];
  readonly option: readonly string[];
}

/**
 * Undefined if commits are not signed here. Which program signs, and with which key, is taken from the person's own settings alone; a
 * repository that says otherwise is refused, so that nothing it names runs and nobody signs with another key than they think.
 */
export async function signingIn(views: Views, view: View, settings: Settings, folder: string): Promise<Signing | undefined> {
  if (!isOn(settings.get('commit.gpgsign')?.at(-1))) return undefined;
  const own = await views.own(view, folder);
  const other = deciding.find(key => settings.get(key)?.at(-1) !== own.get(key)?.at(-1));
  if (other !== undefined) throw gitErrors['agent/git-signing']({ folder, setting: other });
  const values = deciding.flatMap(key => {
    const value = own.get(key)?.at(-1);
    return value === undefined ? [] : ['-c', `${key}=${value}`];
  });
  return { settings: values, option: ['-S'] };
}
