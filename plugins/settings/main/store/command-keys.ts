import type { Contributions, PersonService } from '@atelier/kernel';
import type { CommandKeys } from '../../contract/index.ts';
import { settingsErrors } from '../errors.ts';

export interface Command {
  readonly id: string;
  readonly palette?: boolean;
  readonly args?: object;
}

export interface CommandKeysStore {
  all(): Promise<CommandKeys[]>;
  save(changes: readonly { readonly command: string; readonly keys?: readonly string[] }[]): Promise<void>;
}

/** The keys of commands: those of manifests, and those that the person chose instead, which the kernel stores. */
export function openCommandKeys(
  commands: Contributions<Command>,
  bindings: Contributions<{ readonly command: string; readonly key: string }>,
  person: Pick<PersonService, 'keys' | 'chooseKeys'>,
): CommandKeysStore {
  const manifestKeysOf = (command: string) => bindings.items.flatMap(({ value }) => (value.command === command ? [value.key] : []));
  return {
    async all() {
      const chosen = await person.keys();
      const listed = commands.items.filter(
        ({ value: { id, palette, args } }) =>
          (palette !== false && hasNoRequiredArgs(args)) || Object.hasOwn(chosen, id) || manifestKeysOf(id).length > 0,
      );
      return listed.map(({ value: { id } }) => ({
        command: id,
        usual: manifestKeysOf(id),
        ...(Object.hasOwn(chosen, id) && { chosen: [...(chosen[id] ?? [])] }),
      }));
    },
    async save(changes) {
      const unknown = changes.find(({ command, keys }) => keys !== undefined && !commands.items.some(({ value }) => value.id === command));
      if (unknown !== undefined) throw settingsErrors['settings/no-such-command']({ command: unknown.command });
      for (const { command, keys } of changes) {
        const isManifestKeys = keys !== undefined && keys.join() === manifestKeysOf(command).join();
        await person.chooseKeys(command, isManifestKeys ? undefined : keys);
      }
    },
  };
}

/** A command with required arguments cannot have keys. */
function hasNoRequiredArgs(args: object | undefined): boolean {
  const { required = [] } = (args ?? {}) as { readonly required?: readonly unknown[] };
  return required.length === 0;
}
