import { type AppError, ownerOf } from '@atelier/kernel';
import { extensionErrors } from '../errors/extension.ts';

/** The package that owns the kernel's own tokens and points. */
export const kernelId = '@atelier/kernel';

/** The facts of an extension's manifest that the verbs of its context need. */
export interface Declared {
  readonly id: string;
  readonly version: string;
  readonly main: string;
  readonly requires: readonly string[];
  readonly optional: readonly string[];
  readonly taps: readonly string[];
  readonly commands: readonly string[];
  readonly channels: readonly string[];
}

/** Dependency is capability: an extension may use its own, the kernel's, and what `requires` or `optional` name. */
export function mayUse(
  id: string,
  atelier: { readonly requires?: Readonly<Record<string, unknown>>; readonly optional?: Readonly<Record<string, unknown>> },
  owner: string,
): boolean {
  const named = (ranges: Readonly<Record<string, unknown>> = {}): boolean => Object.hasOwn(ranges, owner);
  return owner === id || owner === kernelId || named(atelier.requires) || named(atelier.optional);
}

/**
 * The checks of the manifest that every verb makes first. The process of an isolated extension makes the same checks, so that a
 * wrong call throws there at once as it does here; the kernel checks again.
 */
export interface DeclaredChecks {
  mayGet(key: string): void;
  mayUse(key: string): void;
  mustOwn(verb: string, key: string): void;
  mayTap(hook: string): void;
  mayHandle(command: string): void;
  mayServe(channel: string): void;
  /** The error for a token that no extension provides; `keys` are all that are provided. */
  unknownToken(key: string, keys: readonly string[]): AppError;
}

/** The checks of one extension. */
export function declaredChecks({ id, requires, optional, taps, commands, channels }: Declared): DeclaredChecks {
  const isNear = (owner: string): boolean => owner === id || owner === kernelId || requires.includes(owner);
  const undeclaredOwner = (what: string, owner: string): AppError =>
    extensionErrors['extension/undeclared-dependency']({ id, what, owner });
  const undeclared = (what: string, line: string): AppError => extensionErrors['extension/undeclared']({ id, what, line });
  const use = (key: string): void => {
    const owner = ownerOf(key);
    if (!isNear(owner) && !optional.includes(owner)) throw undeclaredOwner(key, owner);
  };
  return {
    mayGet(key) {
      const owner = ownerOf(key);
      if (!isNear(owner)) throw undeclaredOwner(key, owner);
    },
    mayUse: use,
    mustOwn(verb, key) {
      const owner = ownerOf(key);
      if (owner !== id) throw extensionErrors['extension/not-owner']({ id, verb, what: key, owner });
    },
    mayTap(hook) {
      use(hook);
      if (!taps.includes(hook)) throw undeclared(`the hook ${hook}`, `"${hook}" under atelier.taps`);
    },
    mayHandle(command) {
      if (!commands.includes(command))
        throw undeclared(`the command "${command}"`, `{ "id": "${command}", … } under atelier.contributes.commands`);
    },
    mayServe(channel) {
      if (!channels.includes(channel))
        throw undeclared(`the channel "${channel}"`, `"${channel}": "./contract/….channel.json" under atelier.channels`);
    },
    unknownToken(key, keys) {
      const owner = ownerOf(key);
      const known = keys.filter(one => ownerOf(one) === owner).join(', ') || '-';
      return extensionErrors['extension/unknown-token']({ id, key, owner, known });
    },
  };
}
