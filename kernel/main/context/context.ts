import type {
  Asker,
  Channel,
  ChannelShape,
  ExtensionContext,
  Handle,
  Handlers,
  Hook,
  Migration,
  OwnToken,
  Point,
  Publisher,
  TapOrder,
  Token,
} from '@atelier/kernel';
import { backupsFolderOf, databaseFileOf, makeDataFolder } from '../data-paths.ts';
import { extensionErrors } from '../errors/extension.ts';
import type { ExtensionRecord } from '../lifecycle/extension-records.ts';
import { declaredChecks } from '../manifest/declared.ts';
import { declaredBy } from '../manifest/manifest.ts';
import { openPaths, profilePath } from '../profile-paths.ts';
import type { Scope } from '../scope.ts';
import { openDatabase } from '../storage/storage.ts';
import { brokeredVerbs } from './brokered-verbs.ts';
import type { ContextParts } from './context-parts.ts';
import { openPublisher } from './publisher.ts';
import { serviceFor } from './service-view.ts';

/** The `ctx` of an extension, over one Scope: every verb checks the manifest, acts, and records its effect. */
export function makeContext(parts: ContextParts, record: ExtensionRecord, scope: Scope): ExtensionContext {
  const { found } = record;
  const { id, atelier } = found;

  /** Every verb begins here, so that an extension which runs on after its end gets an error with a sentence. */
  const alive = (verb: string): void => {
    if (scope.closed) throw extensionErrors['extension/stopped']({ id, verb });
  };
  const checks = declaredChecks(declaredBy(found));

  return {
    id,
    get signal() {
      return scope.signal;
    },
    get log() {
      return parts.log.for(id);
    },
    paths: {
      get data() {
        return makeDataFolder(parts, id);
      },
      assets: found.folder,
      profile: name => profilePath(parts.host.paths.userData, found, name),
      openToTools: () => openPaths(parts.host.paths.userData, found),
    },

    provide<T extends object>(token: OwnToken<T>, service: T | ((asker: Asker) => T)): void {
      alive('provide');
      checks.mustOwn('provide', token.key);
      const handle = parts.services.provide(token.key, id, service, token.access);
      scope.add(`provide ${token.key}`, () => handle.dispose());
    },

    get<T extends object>(token: Token<T>): T {
      alive('get');
      checks.mayGet(token.key);
      const service = serviceFor<T>(parts, record, token.key);
      if (service) return service;
      throw checks.unknownToken(token.key, parts.services.keys());
    },

    find<T extends object>(token: Token<T>): T | undefined {
      alive('find');
      checks.mayUse(token.key);
      return serviceFor<T>(parts, record, token.key);
    },

    contribute<T>(point: Point<T>, value: T): Handle {
      alive('contribute');
      checks.mayUse(point.key);
      const own = parts.transfer(value);
      parts.pointSchemas.check(id, atelier, point.key, own);
      const handle = parts.points.add(point.key, id, own);
      return scope.add(`contribute ${point.key}`, () => handle.dispose());
    },

    contributions<T>(point: Point<T>) {
      alive('contributions');
      checks.mayUse(point.key);
      const all = parts.points.read(point.key);
      return {
        get items() {
          return parts.transfer(all.items) as never;
        },
        watch: listener => {
          alive('contributions.watch');
          const handle = all.watch(change => listener(parts.transfer(change) as never));
          return scope.add(`watch ${point.key}`, () => handle.dispose());
        },
      };
    },

    handle(command, run) {
      alive('handle');
      checks.mayHandle(command);
      const other = parts.commands.ownerOf(command) ?? id;
      if (other !== id) throw extensionErrors['extension/duplicate-contribution']({ id, name: command, point: 'commands', other });
      const handle = parts.commands.handle(id, command, async (args, signal) => parts.transfer(await run(parts.transfer(args), signal)));
      return scope.add(`handle ${command}`, () => handle.dispose());
    },

    serve<S extends ChannelShape>(channel: Channel<S>, handlers: Handlers<S>): Publisher<S> {
      alive('serve');
      checks.mayServe(channel.id);
      const other = parts.channels.ownerOf(channel.id) ?? id;
      if (other !== id) throw extensionErrors['extension/channel-taken']({ id, channel: channel.id, other });
      const handle = parts.channels.serve(channel.id, handlers);
      scope.add(`serve ${channel.id}`, () => handle.dispose());
      return openPublisher<S>(parts, channel.id, id, scope.signal);
    },

    tap(hook: Hook, tap: (input: never, signal: AbortSignal) => Promise<unknown>, order: TapOrder = {}): Handle {
      alive('tap');
      checks.mayTap(hook.key);
      // Without cloning, a tap adds no promise to its own: hooks are on hot paths.
      const own = parts.strict
        ? async (input: unknown) => parts.transfer(await tap(parts.transfer(input) as never, scope.signal))
        : (input: unknown) => tap(input as never, scope.signal);
      const handle = parts.hooks.tap(hook.key, id, own, order);
      return scope.add(`tap ${hook.key}`, () => handle.dispose());
    },

    async run(hook: Hook, input: unknown): Promise<never> {
      alive('run');
      checks.mustOwn('run', hook.key);
      await parts.wakeTappers(hook.key);
      return (await parts.hooks.run(hook, input)) as never;
    },

    database(migrations: readonly Migration[]) {
      alive('database');
      const options = { owner: id, backups: backupsFolderOf(parts), log: parts.log.for(id) };
      const database = openDatabase(databaseFileOf(parts, id), migrations, options);
      if (database.recovered) parts.notices.recovered(id, database.recovered);
      parts.databases.add(database);
      scope.add('database', () => {
        parts.databases.delete(database);
        database.close();
      });
      return database;
    },

    defer(label, cleanup) {
      alive('defer');
      scope.add(label, cleanup);
    },

    ...brokeredVerbs(parts, record, scope, alive),
  } as ExtensionContext;
}
