import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostErrors } from './errors.ts';

/** The address as the system may get it; anything but https and mailto is refused after parsing, never by its looks. */
export function externalAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const allowed =
    url !== undefined &&
    (url.protocol === 'mailto:' || (url.protocol === 'https:' && url.hostname !== '' && url.username === '' && url.password === ''));
  if (!allowed) throw hostErrors['host/address-refused']({ address: address.slice(0, 200) });
  return url.href;
}

/** Opens an address in the system's own program. No shell is between. */
export async function openInSystem(address: string): Promise<void> {
  const [program, ...before] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program ?? 'xdg-open', [...before, externalAddress(address)], { stdio: 'ignore', detached: true });
  try {
    await once(child, 'spawn');
    child.unref();
  } catch (cause) {
    throw hostErrors['host/open-failed']({ address, program }, cause);
  }
}

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
