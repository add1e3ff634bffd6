import {
  type Asker,
  type Channel,
  type ChannelShape,
  type ExtensionContext,
  type Handle,
  type Handlers,
  type Hook,
  type Migration,
  type OwnToken,
  ownerOf,
  type Point,
  type Publisher,
  type TapOrder,
  type Token,
} from '@atelier/kernel';
import { mayExtend, mustAskToExtend } from '../access/check-access.ts';
import { actForNobody, actingFor } from '../access/on-behalf.ts';
import { backupsFolderOf, databaseFileOf, makeDataFolder } from '../data-paths.ts';
import { extensionErrors } from '../errors/extension.ts';
import type { ExtensionRecord } from '../lifecycle/extension-records.ts';
import { declaredChecks } from '../manifest/declared.ts';
import { declaredBy } from '../manifest/manifest.ts';
import { openPaths, profilePath } from '../profile-paths.ts';
import { foreignCommand } from '../publishing.ts';
import type { Scope } from '../scope.ts';
import { type BackupMoment, backUpDue, QuietBackup } from '../storage/due-backup.ts';
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
  /** Services may be asked in cleanups too. */
  const notEnded = (verb: string): void => {
    if (scope.ended) throw extensionErrors['extension/stopped']({ id, verb });
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
    onBehalfOf: () => actingFor()[0],
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
      const handle = parts.services.provide(token.key, id, service, token.access, parts.channels.formOf(token.key));
      scope.add(`provide ${token.key}`, () => handle.dispose());
    },

    get<T extends object>(token: Token<T>): T {
      notEnded('get');
      checks.mayGet(token.key);
      const service = serviceFor<T>(parts, record, token.key);
      if (service) return service;
      throw checks.unknownToken(token.key, parts.services.keys());
    },

    find<T extends object>(token: Token<T>): T | undefined {
      notEnded('find');
      checks.mayUse(token.key);
      return serviceFor<T>(parts, record, token.key);
    },

    contribute<T>(point: Point<T>, value: T): Handle {
      alive('contribute');
      checks.mayUse(point.key);
      mustAskToExtend(parts, record, ownerOf(point.key), point.key);
      const own = parts.transfer(value);
      const command = foreignCommand(parts.commands, found, own);
      if (command !== undefined) throw extensionErrors['extension/foreign-command']({ id, point: point.key, command });
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
      const owner = ownerOf(hook.key);
      mustAskToExtend(parts, record, owner, hook.key);
      // Without cloning, a tap adds no promise to its own: hooks are on hot paths.
      const own = parts.strict
        ? async (input: unknown) => parts.transfer(await tap(parts.transfer(input) as never, scope.signal))
        : (input: unknown) => tap(input as never, scope.signal);
      // Looked at in each run, so that a right that the person withdraws ends the tap at once.
      const gated = found.bundled
        ? own
        : (input: unknown) => (mayExtend(parts, id, owner, hook.key) ? own(input) : Promise.resolve(undefined));
      const handle = parts.hooks.tap(hook.key, id, gated, order);
      return scope.add(`tap ${hook.key}`, () => handle.dispose());
    },

    async run(hook: Hook, input: unknown): Promise<never> {
      alive('run');
      checks.mustOwn('run', hook.key);
      const asleep = await parts.wakeTappers(hook);
      // A tap is what its own extension does, not what the one asked for that caused it.
      return (await actForNobody(() => parts.hooks.run(hook, input, asleep))) as never;
    },

    database(migrations: readonly Migration[]) {
      alive('database');
      const log = parts.log.for(id);
      const backUp = (moment: BackupMoment) => backUpDue([database], moment, Date.now(), log);
      const quiet = new QuietBackup(() => backUp('quiet'));
      // Code of others does not expect a database that refuses to be written.
      const newer = found.bundled ? ('read' as const) : ('refuse' as const);
      const full = () => parts.blackBox.diskFull(id);
      const options = { owner: id, backups: backupsFolderOf(parts), log, written: () => quiet.written(), full, newer };
      const database = openDatabase(databaseFileOf(parts, id), migrations, options);
      if (database.recovered) parts.notices.recovered(id, database.recovered);
      if (database.state === 'newer') parts.notices.newer(id);
      parts.databases.add(database);
      scope.add('database', async () => {
        parts.databases.delete(database);
        await quiet.end();
        await backUp('end');
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
