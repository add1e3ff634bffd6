import type { ChannelShape, Client, Handle } from '@atelier/kernel';
import type { ShownToast, WindowShape } from '@atelier/kernel/ui';
import type { CommandList } from './commands.ts';
import { windowErrors } from './errors.ts';
import type { LayoutSetting } from './layout.ts';
import type { Route } from './route.ts';
import type { Toasts } from './toasts.ts';

type Calls = WindowShape['calls'];
type CallHandlers = { [K in keyof Calls]: (params: Calls[K]['params']) => Promise<Calls[K]['result']> };

/** The part of the window that views can use through its channel. */
export interface ChannelWindow {
  readonly layout: LayoutSetting;
  readonly commands: CommandList;
  readonly toasts: Toasts;
  readonly openable: Calls['views']['result'];
  isBundled(id: string): boolean;
  onOpenable(listener: () => void): Handle;
  arrange(change: Calls['arrange']['params']): void;
  open(id: string, params: Route['params']): void;
  close(id: string): void;
  changeContext(change: Calls['context']['params']): void;
  openExternal(url: string, from: string): Promise<void>;
}

const maxParams = 10_000;

/** The client of the window's own channel for the views of an extension. */
export function windowClient(window: ChannelWindow, from: string): Client<ChannelShape> {
  const calls = callsOf(window, from);
  return {
    async call(name, params) {
      if (!window.isBundled(from)) await check(name, params, from);
      return (await calls[name as keyof Calls](params as never)) as never;
    },
    on: (name, listener) => events(window, name, listener as (event: unknown) => void),
  };
}

function callsOf(window: ChannelWindow, from: string): CallHandlers {
  return {
    async open({ view, params }) {
      if (JSON.stringify(params ?? {}).length > maxParams) {
        throw windowErrors['window/invalid']({ from, call: 'open', why: `params > ${maxParams}` });
      }
      window.open(view, params ?? null);
      return null;
    },
    async close({ view }) {
      window.close(view);
      return null;
    },
    async toast({ text, kind, action }) {
      const sender = window.isBundled(from) ? {} : { from };
      window.toasts.add({ text, kind: kind ?? 'plain', ...sender, ...(action !== undefined && { action }) }, from);
      return null;
    },
    async act({ toast }) {
      const toastAction = window.toasts.take(toast);
      if (toastAction !== undefined) await window.commands.run(toastAction.command, toastAction.args, toastAction.from);
      return null;
    },
    layout: async () => window.layout.value,
    async arrange(change) {
      window.arrange(change);
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
  // The built page has validators only of what everybody may call.
  if (Object.hasOwn(access, name) && access[name as keyof Calls] !== 'everybody')
    throw windowErrors['window/not-allowed']({ from, verb: name });
  const member = Object.hasOwn(validators.calls, name) ? validators.calls[name as keyof Calls] : undefined;
  if (member?.params(params) === true) return;
  const why = member === undefined ? `window:${name}` : JSON.stringify(member.params.errors);
  throw windowErrors['window/invalid']({ from, call: name, why });
}

function events(window: ChannelWindow, name: string, listener: (event: unknown) => void): Handle {
  if (name === 'layoutChanged') return window.layout.watch(listener);
  if (name === 'viewsChanged') return window.onOpenable(() => listener(null));
  if (name === 'toasted') return window.toasts.subscribe(listener as (toast: ShownToast) => void);
  return { dispose: () => undefined };
}
