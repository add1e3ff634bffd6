import type { KernelShape } from '@atelier/kernel';
import type { Link, Links } from '@atelier/kernel/host';

type ExtensionStatus = KernelShape['calls']['listExtensions']['result'][number];
type ExtensionCosts = KernelShape['calls']['costs']['result'][number];

interface Call {
  readonly id: number;
  readonly kind: string;
  readonly to: string;
  readonly body: { readonly id?: string };
}

const status = (id: string, displayName: string, more: Partial<ExtensionStatus>): ExtensionStatus => ({
  id,
  version: '1.0.0',
  displayName,
  bundled: true,
  state: 'dormant',
  isolation: 'in-process',
  problems: [],
  asks: {},
  granted: {},
  ...more,
});

const costs = (id: string, more: Partial<ExtensionCosts>): ExtensionCosts => ({
  id,
  startMs: 0,
  calls: 0,
  failedCalls: 0,
  bytes: 0,
  events: 0,
  fetches: 0,
  tokens: 0,
  money: 0,
  crashes: 0,
  ...more,
});

export interface FakeServing {
  /** Gives an extension another state, and tells the pages; false where there is none. */
  set(id: string | undefined, state: 'active' | 'dormant' | 'stopped'): boolean;
  /** Cuts every page off. */
  drop(): void;
}

/** Answers for a kernel that is not there: the channel `kernel` over every link, with seven extensions in every state. */
export function serveFakeKernel(links: Links): FakeServing {
  const extensions = [
    status('@nordlys/telegram-bridge', 'Telegram bridge', {
      version: '1.2.1',
      bundled: false,
      state: 'active',
      isolation: 'sandbox',
      granted: { net: ['api.telegram.org'], secrets: ['botToken'], notify: true },
    }),
    status('@acme/screenshot-notes', 'Screenshot notes', {
      version: '0.4.0',
      bundled: false,
      state: 'quarantined',
      isolation: 'sandbox',
      problem: {
        code: 'extension/quarantined',
        message:
          '@acme/screenshot-notes is switched off: it crashed 3 times in 5 minutes. Switch it on again when its author has fixed it.',
      },
    }),
    status('@acme/ssh-channel', 'SSH channel', {
      version: '2.1.0',
      bundled: false,
      state: 'refused',
      isolation: 'permissions',
      problem: {
        code: 'extension/requirement-version',
        message:
          '@acme/ssh-channel 2.1.0 is switched off: it needs @atelier/channels ^3.0.0, but 2.4.1 is installed. Update @atelier/channels, or install @acme/ssh-channel 2.0.',
      },
    }),
    status('@acme/table-paste', 'Table paste', { version: '0.6.2', bundled: false, isolation: 'permissions' }),
    status('@atelier/automation', 'Automation', { state: 'active' }),
    status('@atelier/memory', 'Memory', { state: 'waking' }),
    status('@atelier/terminal', 'Terminal', {
      state: 'failed',
      problem: {
        code: 'extension/activate-failed',
        message: '@atelier/terminal could not start: spawn /bin/zsh ENOENT. Set another shell, then try again.',
      },
    }),
    status('@atelier/settings', 'Settings', { state: 'stopped' }),
  ];
  const spent = [
    costs('@nordlys/telegram-bridge', {
      startMs: 38.4,
      cpuMs: 5210,
      memoryBytes: 21_400_000,
      calls: 1412,
      failedCalls: 3,
      bytes: 2_310_000,
    }),
    costs('@acme/screenshot-notes', { startMs: 61, cpuMs: 900, memoryBytes: 0, calls: 12, crashes: 3, bytes: 4100 }),
    costs('@acme/table-paste', {}),
    costs('@atelier/automation', { startMs: 4.2, calls: 204, bytes: 81_000 }),
  ];
  const subscribed = new Set<Link>();
  const changed = (body: KernelShape['events']['extensionsChanged']) => {
    for (const link of subscribed) link.send([{ v: 1, id: 0, kind: 'event', to: 'kernel:extensionsChanged', body }]);
  };
  const set = (id: string | undefined, state: 'active' | 'dormant' | 'stopped') => {
    const at = extensions.findIndex(extension => extension.id === id);
    const found = extensions[at];
    if (found === undefined) return false;
    const { problem: _problem, ...rest } = found;
    extensions[at] = { ...rest, state };
    changed({ id: found.id, state });
    return true;
  };
  const answers: Record<string, (call: Call, link: Link) => unknown> = {
    'kernel:hello': () => ({ version: '1.0.0' }),
    'kernel:subscribe': (_call, link) => void subscribed.add(link),
    'kernel:unsubscribe': (_call, link) => void subscribed.delete(link),
    'kernel:listExtensions': () => extensions,
    'kernel:costs': () => spent,
    'kernel:enableExtension': ({ body }) => set(body.id, 'dormant'),
    'kernel:disableExtension': ({ body }) => set(body.id, 'stopped'),
    'kernel:retryExtension': ({ body }) => set(body.id, 'active'),
  };
  links.onConnection(link => {
    link.onClose(() => subscribed.delete(link));
    link.onMessage(message => {
      const call = message as Call;
      if (call.kind !== 'call') return;
      link.send([{ v: 1, id: call.id, kind: 'answer', to: call.to, body: { ok: true, value: answers[call.to]?.(call, link) ?? null } }]);
    });
  });
  return { set, drop: () => [...subscribed].forEach(link => void link.close('for the test')) };
}
