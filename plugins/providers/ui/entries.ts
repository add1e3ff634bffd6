import type { LocalFound, PresetGroup, Provider } from '../contract/index.ts';

export type Variant = PresetGroup['variants'][number];

/** How one gets at a provider, for words and icons. */
export type Way = 'key' | 'signIn' | 'machine' | 'server' | 'demo';

/** How it stands: each has one shape everywhere. */
export type Standing = 'connected' | 'expired' | 'problem' | 'unset';

/** One row of the list: a variant of a company's, a server of the person's own, or the demo. */
export interface Entry {
  /** Tells it from every other, also from another variant of the same provider. */
  readonly key: string;
  readonly provider: string;
  readonly name: string;
  readonly way: Way;
  readonly standing: Standing;
  readonly variant: Variant | undefined;
  /** What the files say of it, where they say anything. */
  readonly known: Provider | undefined;
  readonly found: LocalFound | undefined;
}

/** Rows under one name: a company's, or one of `machines` and `yours`. */
export interface EntryGroup {
  readonly id: string;
  readonly name: string;
  readonly entries: readonly Entry[];
}

export interface Listed {
  readonly groups: readonly EntryGroup[];
  /** Companies of which nothing is set up. */
  readonly unset: readonly EntryGroup[];
}

const machines = 'machines';
export const yours = 'yours';
/** The presets that stand for any server. */
const anyServer = 'custom';
const machineGroups = new Set(['ollama', 'lmstudio']);

/** Everything that is set up or could be, in the order in which a person looks for it. */
export function listed(presets: readonly PresetGroup[], providers: readonly Provider[], found: readonly LocalFound[]): Listed {
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
      // The demo stands last: it is no choice beside a real one.
      { id: yours, name: '', entries: own.toSorted((a, b) => Number(a.way === 'demo') - Number(b.way === 'demo')) },
    ].filter(({ entries }) => entries.length > 0),
    unset: companies.filter(group => !isSet(group)),
  };
}

/** The one to look at first: what needs the person, else what works, else nothing. */
export function firstOf({ groups }: Listed): Entry | undefined {
  const all = groups.flatMap(({ entries }) => entries);
  const rank: readonly Standing[] = ['expired', 'problem', 'connected'];
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
    found: found.find(one => one.provider === provider),
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

/** Two variants may share one provider: what is kept for it says which of them is meant. */
function standingOf(way: Way, known: Provider | undefined): Standing {
  if (known === undefined) return 'unset';
  const { access, problem } = known;
  if (way === 'signIn') return access === 'expired' ? 'expired' : access === 'oauth' ? (problem ? 'problem' : 'connected') : 'unset';
  if (problem !== undefined && access !== 'oauth' && access !== 'expired') return 'problem';
  if (way === 'key') return access === 'key' ? 'connected' : 'unset';
  return access === 'none' ? 'unset' : 'connected';
}
