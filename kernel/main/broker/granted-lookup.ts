import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { AppError } from '@atelier/kernel';
import type { NetGrant } from './net-rights.ts';
import { isPrivateAddress } from './private-address.ts';

/** Decides what a granted name may stand for; throws the refusal of an address that was not granted by exactly that name. */
export function grantedLookup(name: string, granted: NetGrant, refused: (address: string) => AppError): LookupFunction {
  const anywhere = granted === 'literal';
  if (isIP(name) && !anywhere && isPrivateAddress(name)) throw refused(name);
  return checkedLookup(
    anywhere && isLocalName(name) ? () => undefined : address => (isPrivateAddress(address) ? refused(address) : undefined),
  );
}

// A public name that resolves to a private address is an attack on this network even if the name was granted (DNS rebinding).
// A name that can only mean this machine or network may be granted by the person.
function isLocalName(name: string): boolean {
  return (
    name === 'localhost' || name.endsWith('.localhost') || name.endsWith('.local') || name.endsWith('.internal') || !name.includes('.')
  );
}

/** The connection uses exactly the addresses that were checked, so a second answer of the name server has no effect. */
function checkedLookup(refusal: (address: string) => AppError | undefined): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [], 0);
      for (const { address } of found) {
        const refused = refusal(address);
        if (refused) return callback(refused, [], 0);
      }
      if (options.all) return callback(null, found);
      callback(null, found[0]?.address ?? '', found[0]?.family);
    });
  };
}
