import { join } from 'node:path';
import {
  type AppError,
  type Channel,
  type ChannelShape,
  type ExtensionContext,
  type Handle,
  type Handlers,
  type Hook,
  type Migration,
  ownerOf,
  type Point,
  type Publisher,
  type TapOrder,
  type Token,
} from '@atelier/kernel';
import type { Core } from '../core.ts';
import { databaseFileOf, makeDataFolder } from '../data-places.ts';
import { extensionErrors } from '../errors/extension.ts';
import { kernelId, mayUse } from '../manifest/contributes.ts';
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
  const mustDeclare = (owner: string, what: string): void => {
    if (!mayUse(id, atelier, owner)) throw extensionErrors['extension/undeclared-dependency']({ id, what, owner });
  };
  const mustOwn = (verb: string, key: string): void => {
    const owner = ownerOf(key);
    if (owner !== id) throw extensionErrors['extension/not-owner']({ id, verb, what: key, owner });
  };
  const undeclared = (what: string, line: string): AppError => extensionErrors['extension/undeclared']({ id, what, line });

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

    provide<T extends object>(token: Token<T>, service: T): void {
      alive('provide');
      mustOwn('provide', token.key);
      const handle = core.services.provide(token.key, id, service);
      scope.add(`provide ${token.key}`, () => handle.dispose());
    },

    get<T extends object>(token: Token<T>): T {
      alive('get');
      const owner = ownerOf(token.key);
      const listed = owner === id || owner === kernelId || Object.hasOwn(found.requires, owner);
      if (!listed) throw extensionErrors['extension/undeclared-dependency']({ id, what: token.key, owner });
      const service = serviceFor<T>(core, resident, token.key);
      if (service) return service;
      throw extensionErrors['extension/unknown-token']({ id, key: token.key, owner, known: known(core.services.of(owner)) });
    },

    find<T extends object>(token: Token<T>): T | undefined {
      alive('find');
      mustDeclare(ownerOf(token.key), token.key);
      return serviceFor<T>(core, resident, token.key);
    },

    contribute<T>(point: Point<T>, value: T): Handle {
      alive('contribute');
      mustDeclare(ownerOf(point.key), point.key);
      const own = core.across(value);
      core.pointSchemas.check(id, atelier, point.key, own);
      const handle = core.points.add(point.key, id, own);
      return scope.add(`contribute ${point.key}`, () => handle.dispose());
    },

    contributions<T>(point: Point<T>) {
      alive('contributions');
      mustDeclare(ownerOf(point.key), point.key);
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
      if (core.commands.ownerOf(command) !== id)
        throw undeclared(`the command "${command}"`, `{ "id": "${command}", … } under atelier.contributes.commands`);
      const handle = core.commands.handle(id, command, (args, signal) => run(core.across(args), signal));
      return scope.add(`handle ${command}`, () => handle.dispose());
    },

    serve<S extends ChannelShape>(channel: Channel<S>, handlers: Handlers<S>): Publisher<S> {
      alive('serve');
      if (core.channels.ownerOf(channel.id) !== id) {
        throw undeclared(`the channel "${channel.id}"`, `"${channel.id}": "./contract/….channel.json" under atelier.channels`);
      }
      const handle = core.channels.serve(channel.id, handlers);
      scope.add(`serve ${channel.id}`, () => handle.dispose());
      return openPublisher<S>(core, channel.id, id, scope.signal);
    },

    tap(hook: Hook, tap: (input: never, signal: AbortSignal) => Promise<unknown>, order: TapOrder = {}): Handle {
      alive('tap');
      mustDeclare(ownerOf(hook.key), hook.key);
      if (!atelier.taps?.includes(hook.key)) throw undeclared(`the hook ${hook.key}`, `"${hook.key}" under atelier.taps`);
      const handle = core.hooks.tap(hook.key, id, input => tap(core.across(input) as never, scope.signal), order);
      return scope.add(`tap ${hook.key}`, () => handle.dispose());
    },

    async run(hook: Hook, input: unknown): Promise<never> {
      alive('run');
      mustOwn('run', hook.key);
      await core.wakeTappers(hook.key);
      return (await core.hooks.run(hook, input)) as never;
    },

    database(migrations: readonly Migration[]) {
      alive('database');
      const backups = join(core.host.paths.userData, 'backups');
      const database = openDatabase(databaseFileOf(core, id), migrations, { owner: id, backups, log: core.log.for(id) });
      scope.add('database', () => database.close());
      return database;
    },

    defer(label, cleanup) {
      alive('defer');
      scope.add(label, cleanup);
    },

    ...brokeredVerbs(core, resident, scope, alive),
  } as ExtensionContext;
}

function known(names: readonly string[]): string {
  return names.length > 0 ? names.join(', ') : '-';
}
