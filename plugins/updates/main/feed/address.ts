import { updateErrors } from '../errors.ts';

/** An address that updates may come from: https, or plain http of this machine, for tests and for those who build their own. */
export function safeAddress(address: string, base?: string): URL {
  const url = URL.parse(address, base);
  const isOwn = url?.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (url === null || (url.protocol !== 'https:' && !isOwn) || url.username !== '' || url.password !== '') {
    throw updateErrors['updates/address-unsafe']({ address: address.slice(0, 200) });
  }
  return url;
}
