import type { LocalFound, PresetGroup, Provider, State } from '../contract/index.ts';

export type Variant = PresetGroup['variants'][number];

/** The way to connect to a provider, for texts and icons. */
export type Way = 'key' | 'signIn' | 'machine' | 'server' | 'demo';

/** The state of a provider, or why none is known; each has the same icon everywhere. */
export type Standing = State | 'asking' | 'unasked' | 'unset';

/** A row of the list: a variant of a company, a server of the person, or the demo. */
export interface Entry {
  /** Unique, also among the variants of one provider. */
  readonly key: string;
  readonly provider: string;
  readonly name: string;
  readonly way: Way;
  readonly standing: Standing;
  readonly variant: Variant | undefined;
  /** The provider in the files, if it is there. */
  readonly known: Provider | undefined;
  readonly found: LocalFound | undefined;
}

/** Rows under one heading: a company, or one of `machines` and `yours`. */
export interface EntryGroup {
  readonly id: string;
  readonly name: string;
  readonly entries: readonly Entry[];
}

export interface ProviderList {
  readonly groups: readonly EntryGroup[];
  /** Companies without any provider that is set up. */
  readonly unset: readonly EntryGroup[];
}

const machines = 'machines';
export const yours = 'yours';
/** The group of presets for any other server. */
const anyServer = 'custom';
const machineGroups = new Set(['ollama', 'lmstudio']);

/** Everything that is set up or can be: local servers, then companies, then the person's own servers, and the demo last. */
export function listed(presets: readonly PresetGroup[], providers: readonly Provider[], found: readonly LocalFound[]): ProviderList {
  const known = new Map(providers.map(provider => [provider.id, provider]));
  const named = presets.filter(({ id }) => id !== anyServer);
  const groups = named.map(({ id, name, variants }): EntryGroup => {
    const rows = variants.map(variant => variantEntry(variant, known.get(variant.provider), found));
    return { id, name, entries: rows };
  });
  const local = groups.filter(({ id }) => machineGroups.has(id)).flatMap(({ entries }) => entries);
  const companies = groups.filter(({ id }) => !machineGroups.has(id));
  const taken = new Set(named.flatMap(({ variants }) => variants.map(({ provider }) => provider)));
  const own = providers.filter(({ id }) => !taken.has(id)).map(ownEntry);
  const isSet = ({ entries }: EntryGroup) => entries.some(({ standing }) => standing !== 'unset');
  return {
    groups: [
      { id: machines, name: '', entries: local },
      ...companies.filter(isSet),
      // The demo is last, because it is no alternative to a real provider.
      { id: yours, name: '', entries: own.toSorted((a, b) => Number(a.way === 'demo') - Number(b.way === 'demo')) },
    ].filter(({ entries }) => entries.length > 0),
    unset: companies.filter(group => !isSet(group)),
  };
}

/** The entry to show first: one that needs the person's attention, else one that works, else none. */
export function firstOf({ groups }: ProviderList): Entry | undefined {
  const all = groups.flatMap(({ entries }) => entries);
  const rank: readonly Standing[] = ['refused', 'needs-key', 'unreachable', 'failing', 'ready', 'asking', 'unasked'];
  return rank.map(standing => all.find(entry => entry.standing === standing && entry.way !== 'demo')).find(entry => entry !== undefined);
}

function variantEntry(variant: Variant, known: Provider | undefined, found: readonly LocalFound[]): Entry {
  const { preset, provider, label, signIn } = variant;
  const way: Way = signIn === 'oauth' ? 'signIn' : signIn === 'key' ? 'key' : 'machine';
  return {
    key: preset,
    provider,
    name: label,
    way,
    standing: standingOf(way, known),
    variant,
    known,
    found: found.find(server => server.provider === provider),
  };
}

function ownEntry(known: Provider): Entry {
  const way: Way = known.kind === 'demo' ? 'demo' : 'server';
  return {
    key: known.id,
    provider: known.id,
    name: known.name,
    way,
    standing: standingOf(way, known),
    variant: undefined,
    known,
    found: undefined,
  };
}

/** The state of a variant. Two variants may share a provider; the kind of its credential decides which of them is connected. */
function standingOf(way: Way, known: Provider | undefined): Standing {
  if (known === undefined) return 'unset';
  const { access, problem, status, asking } = known;
  const isSignIn = access === 'oauth' || access === 'expired';
  if (way === 'demo') return 'ready';
  if (way === 'signIn' ? !isSignIn : way === 'key' && (isSignIn || (access === 'none' && problem === undefined))) return 'unset';
  if (way === 'machine' && access === 'none') return 'unset';
  // While it is asked again, what it said before may be wrong.
  return asking === true ? 'asking' : (status?.is ?? 'unasked');
}
