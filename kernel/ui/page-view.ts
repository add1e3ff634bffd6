import { KernelChannel } from '@atelier/kernel';
import type { PageLink } from './link.ts';
import type { Slices, ViewHost } from './view.ts';

/** What a view in the page itself is given. */
export function pageView(link: PageLink, slices: Slices): ViewHost {
  return {
    connect: channel => link.client(channel),
    run: (command, args) => link.client(KernelChannel).call('runCommand', { command, args }),
    slices,
  };
}
