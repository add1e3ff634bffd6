import type { ChannelShape, Client, Handle } from '@atelier/kernel';
import type { ShownToast, WindowShape } from '@atelier/kernel/ui';
import type { CommandList } from './commands.ts';
import { windowErrors } from './errors.ts';
import type { LayoutSetting } from './layout.ts';
import type { Route } from './route.ts';
import type { Toasts } from './toasts.ts';

type Calls = WindowShape['calls'];
type Answers = { [K in keyof Calls]: (params: Calls[K]['params']) => Promise<Calls[K]['result']> };

/** The part of the window that views can use through its channel. */
export interface ChannelWindow {
  readonly layout: LayoutSetting;
  readonly commands: CommandList;
  readonly toasts: Toasts;
  readonly openable: Calls['views']['result'];
  isBundled(id: string): boolean;
  onOpenable(listener: () => void): Handle;
  open(id: string, params: Route['params']): void;
  close(id: string): void;
  changeContext(change: Calls['context']['params']): void;
  openExternal(url: string, from: string): Promise<void>;
}

const mostParams = 10_000;

/** The client of the window's own channel, for the views of one extension. */
export function windowClient(window: ChannelWindow, from: string): Client<ChannelShape> {
  const answers = answersOf(window, from);
  return {
    async call(name, params) {
      if (!window.isBundled(from)) await check(name, params, from);
      return (await answers[name as keyof Calls](params as never)) as never;
    },
    on: (name, listener) => events(window, name, listener as (event: unknown) => void),
  };
}

function answersOf(window: ChannelWindow, from: string): Answers {
  return {
    async open({ view, params }) {
      if (JSON.stringify(params ?? {}).length > mostParams) {
        throw windowErrors['window/invalid']({ from, call: 'open', why: `params > ${mostParams}` });
      }
      window.open(view, params ?? null);
      return null;
    },
    async close({ view }) {
      window.close(view);
      return null;
    },
    async toast({ text, kind, action }) {
      const whose = window.isBundled(from) ? {} : { from };
      window.toasts.add({ text, kind: kind ?? 'plain', ...whose, ...(action !== undefined && { action }) }, from);
      return null;
    },
    async act({ toast }) {
      const offer = window.toasts.take(toast);
      if (offer !== undefined) await window.commands.run(offer.command, offer.args, offer.from);
      return null;
    },
    layout: async () => window.layout.value,
    async arrange(change) {
      window.layout.arrange(change);
      return null;
    },
    async context(change) {
      window.changeContext(change);
      return null;
    },
    async views() {
      return window.openable;
    },
    async openExternal({ url }) {
      await window.openExternal(url, from);
      return null;
    },
  };
}

/** Validates the params of a third-party view; those of bundled views are checked by the compiler. */
async function check(name: string, params: unknown, from: string): Promise<void> {
  const { access, validators } = await import('@atelier/kernel/window-check');
  const member = Object.hasOwn(validators.calls, name) ? validators.calls[name as keyof Calls] : undefined;
  if (member !== undefined && access[name as keyof Calls] !== 'everybody') throw windowErrors['window/not-allowed']({ from, verb: name });
  if (member?.params(params) === true) return;
  const why = member === undefined ? `window:${name}` : JSON.stringify(member.params.errors);
  throw windowErrors['window/invalid']({ from, call: name, why });
}

function events(window: ChannelWindow, name: string, listener: (event: unknown) => void): Handle {
  if (name === 'layoutChanged') return window.layout.watch(listener);
  if (name === 'viewsChanged') return window.onOpenable(() => listener(null));
  if (name === 'toasted') return window.toasts.follow(listener as (toast: ShownToast) => void);
  return { dispose: () => undefined };
}
