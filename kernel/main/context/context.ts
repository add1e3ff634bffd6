import { join } from 'node:path';
import type {
  Asker,
  Channel,
  ChannelShape,
  ExtensionContext,
  Handle,
  Handlers,
  Hook,
  Migration,
  Point,
  Publisher,
  TapOrder,
  Token,
} from '@atelier/kernel';
import type { Core } from '../core.ts';
import { databaseFileOf, makeDataFolder } from '../data-places.ts';
import { extensionErrors } from '../errors/extension.ts';
import { declaredBy, declaredChecks } from '../manifest/declared.ts';
import type { Resident } from '../resident.ts';
import type { Scope } from '../scope.ts';
import { openDatabase } from '../storage/storage.ts';
import { brokeredVerbs } from './brokered-verbs.ts';
import { openPublisher } from './publisher.ts';
import { serviceFor } from './service-view.ts';

/** What an extension calls `ctx`, over one Scope: every verb checks what was declared, acts, and records itself. */
export function makeContext(core: Core, resident: Resident, scope: Scope): ExtensionContext {
  const { found } = resident;
  const { id, atelier } = found;

  /** Every verb begins here, so that an extension that outlives its own end meets a sentence and not a half-dead kernel. */
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
      return core.log.for(id);
    },
    paths: {
      get data() {
        return makeDataFolder(core, id);
      },
      assets: found.folder,
    },

    provide<T extends object>(token: Token<T>, service: T | ((asker: Asker) => T)): void {
      alive('provide');
      checks.mustOwn('provide', token.key);
      const handle = core.services.provide(token.key, id, service);
      scope.add(`provide ${token.key}`, () => handle.dispose());
    },

    get<T extends object>(token: Token<T>): T {
      alive('get');
      checks.mayGet(token.key);
      const service = serviceFor<T>(core, resident, token.key);
      if (service) return service;
      throw checks.unknownToken(token.key, [...core.services.keys(), ...core.kernelTokens]);
    },

    find<T extends object>(token: Token<T>): T | undefined {
      alive('find');
      checks.mayUse(token.key);
      return serviceFor<T>(core, resident, token.key);
    },

    contribute<T>(point: Point<T>, value: T): Handle {
      alive('contribute');
      checks.mayUse(point.key);
      const own = core.across(value);
      core.pointSchemas.check(id, atelier, point.key, own);
      const handle = core.points.add(point.key, id, own);
      return scope.add(`contribute ${point.key}`, () => handle.dispose());
    },

    contributions<T>(point: Point<T>) {
      alive('contributions');
      checks.mayUse(point.key);
      const all = core.points.read(point.key);
      return {
        get items() {
          return core.across(all.items) as never;
        },
        watch: listener => {
          alive('contributions.watch');
          const handle = all.watch(change => listener(core.across(change) as never));
          return scope.add(`watch ${point.key}`, () => handle.dispose());
        },
      };
    },

    handle(command, run) {
      alive('handle');
      checks.mayHandle(command);
      const other = core.commands.ownerOf(command) ?? id;
      if (other !== id) throw extensionErrors['extension/duplicate-contribution']({ id, name: command, point: 'commands', other });
      const handle = core.commands.handle(id, command, async (args, signal) => core.across(await run(core.across(args), signal)));
      return scope.add(`handle ${command}`, () => handle.dispose());
    },

    serve<S extends ChannelShape>(channel: Channel<S>, handlers: Handlers<S>): Publisher<S> {
      alive('serve');
      checks.mayServe(channel.id);
      const other = core.channels.ownerOf(channel.id) ?? id;
      if (other !== id) throw extensionErrors['extension/channel-taken']({ id, channel: channel.id, other });
      const handle = core.channels.serve(channel.id, handlers);
      scope.add(`serve ${channel.id}`, () => handle.dispose());
      return openPublisher<S>(core, channel.id, id, scope.signal);
    },

    tap(hook: Hook, tap: (input: never, signal: AbortSignal) => Promise<unknown>, order: TapOrder = {}): Handle {
      alive('tap');
      checks.mayTap(hook.key);
      // Where nothing is carried, a tap costs no promise beside its own: hooks are on hot paths.
      const own = core.strict
        ? async (input: unknown) => core.across(await tap(core.across(input) as never, scope.signal))
        : (input: unknown) => tap(input as never, scope.signal);
      const handle = core.hooks.tap(hook.key, id, own, order);
      return scope.add(`tap ${hook.key}`, () => handle.dispose());
    },

    async run(hook: Hook, input: unknown): Promise<never> {
      alive('run');
      checks.mustOwn('run', hook.key);
      await core.wakeTappers(hook.key);
      return (await core.hooks.run(hook, input)) as never;
    },

    database(migrations: readonly Migration[]) {
      alive('database');
      const backups = join(core.host.paths.userData, 'backups');
      const database = openDatabase(databaseFileOf(core, id), migrations, { owner: id, backups, log: core.log.for(id) });
      if (database.recovered) core.notices.recovered(id, database.recovered);
      core.databases.add(database);
      scope.add('database', () => {
        core.databases.delete(database);
        database.close();
      });
      return database;
    },

    defer(label, cleanup) {
      alive('defer');
      scope.add(label, cleanup);
    },

    ...brokeredVerbs(core, resident, scope, alive),
  } as ExtensionContext;
}
