import { commandErrors } from './errors.ts';

/**
 * Variables that act on the programs that start a command, outside of its sandbox, as the loader, the C library and the shell do; and those
 * that the sandbox itself sets.
 */
const reserved =
  /^(?:LD_|DYLD_|BASH|MALLOC_|RES_|GLIBC_|(?:SHELLOPTS|ENV|IFS|PS4|CDPATH|GLOBIGNORE|PATH|HOME|TMPDIR|GCONV_PATH|GETCONF_DIR|LOCPATH|NLSPATH|HOSTALIASES|LOCALDOMAIN|NIS_PATH|TZDIR)$)/;
const shape = /^[A-Za-z_]\w{0,99}$/;
const [mostVariables, mostCharacters] = [200, 32_768];

/** The variables if all of them may be given to a command. */
export function checkedVariables(variables: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const all = Object.entries(variables);
  const [refused] =
    all.find(
      ([name, value]) =>
        !shape.test(name) || reserved.test(name) || typeof value !== 'string' || value.includes('\0') || value.length > mostCharacters,
    ) ??
    all[mostVariables] ??
    [];
  if (refused !== undefined) throw commandErrors['agent/command-variable']({ name: refused.slice(0, 100) });
  return Object.fromEntries(all);
}
