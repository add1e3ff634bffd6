import { KernelChannel } from '@atelier/kernel';
import type { PageLink } from '@atelier/kernel/ui';
import type { AtelierWindow } from './atelier-window.ts';
import { Returning, type ReturnKey } from './returning.ts';
import { Silence } from './silence.ts';

/** What is done for a connection beyond carrying frames. Loaded after the first paint, while the program still runs. */
export interface ConnectionCare {
  readonly silence: Silence;
  /** Has this page admitted by a program that was started again; false if it is not the one that the page came from. */
  readonly prove: () => Promise<boolean>;
}

/** `comesBack`: on this host a page has to be admitted by each start. */
export function careFor(link: PageLink, window: AtelierWindow, comesBack: boolean): ConnectionCare {
  const locale = () => window.slices.get('locale');
  const silence = new Silence({
    ask: () =>
      void link
        .client(KernelChannel)
        .call('hello', { locale: locale() })
        .catch(() => undefined),
    onChange: isSilent => {
      window.silent.value = isSilent;
    },
    after(milliseconds, call) {
      const timer = setTimeout(call, milliseconds);
      return () => clearTimeout(timer);
    },
    now: () => performance.now(),
  });
  for (const event of ['pointermove', 'keydown', 'focus']) addEventListener(event, silence.spoke, { capture: true, passive: true });
  const returning = new Returning(location.origin);
  const learn = async () => {
    if (comesBack && link.status === 'open') await returning.learn((await link.call('host:returnKey', {})) as ReturnKey);
  };
  // Where the connection is lost meanwhile, the next one learns.
  const learnSoon = () => void learn().catch(() => undefined);
  link.onStatus(learnSoon);
  learnSoon();
  return { silence, prove: returning.prove };
}
