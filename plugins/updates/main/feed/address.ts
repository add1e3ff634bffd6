import { updateErrors } from '../errors.ts';

/** Parses an address that updates may come from: https, or plain http of this machine, for tests and for own builds. */
export function safeAddress(address: string, base?: string): URL {
  const url = URL.parse(address, base);
  const isLocal = url?.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (url === null || (url.protocol !== 'https:' && !isLocal) || url.username !== '' || url.password !== '') {
    throw updateErrors['updates/address-unsafe']({ address: address.slice(0, 200) });
  }
  return url;
}
