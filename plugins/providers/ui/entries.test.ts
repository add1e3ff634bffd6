import { expect, test } from 'vitest';
import type { LocalFound, PresetGroup, Provider } from '../contract/index.ts';
import { firstOf, listed, type ProviderList } from './entries.ts';

const variant = (preset: string, signIn: 'key' | 'oauth' | 'optional-key', provider = preset) => ({
  preset,
  provider,
  label: preset,
  signIn,
});
const presets: readonly PresetGroup[] = [
  { id: 'openai', name: 'OpenAI', icon: '', variants: [variant('openai', 'key'), variant('openai-codex', 'oauth')] },
  {
    id: 'anthropic',
    name: 'Anthropic',
    icon: '',
    variants: [variant('anthropic', 'key'), variant('anthropic-oauth', 'oauth', 'anthropic')],
  },
  { id: 'ollama', name: 'Ollama', icon: '', variants: [variant('ollama', 'optional-key')] },
  { id: 'custom', name: 'Any', icon: '', variants: [variant('custom', 'optional-key')] },
];
const known = (id: string, access: Provider['access'], more: Partial<Provider> = {}): Provider => ({
  id,
  name: id,
  kind: 'preset',
  access,
  models: 2,
  ...more,
});
const ready = (id: string) => known(id, 'key', { status: { is: 'ready' } });
const ollama: LocalFound = {
  provider: 'ollama',
  name: 'Ollama',
  installed: true,
  running: true,
  baseUrl: 'http://localhost:11434/v1',
  models: [],
  looked: [],
};

const told = ({ groups, unset }: ProviderList) => ({
  groups: groups.map(({ id, entries }) => [id, ...entries.map(({ key, way, standing }) => `${key} ${way} ${standing}`)]),
  unset: unset.map(({ id }) => id),
});

test('an empty profile lists this machine, and every company as not set up', () => {
  expect(told(listed(presets, [], [ollama]))).toEqual({ groups: [['machines', 'ollama machine unset']], unset: ['openai', 'anthropic'] });
});

test('a company stands in the list with all its variants once one of them is set up, and the demo stands last', () => {
  const providers = [
    known('demo', 'key', { kind: 'demo' }),
    known('lab', 'keyless', { kind: 'custom', status: { is: 'unreachable' } }),
    ready('openai'),
  ];
  expect(told(listed(presets, providers, []))).toEqual({
    groups: [
      ['machines', 'ollama machine unset'],
      ['openai', 'openai key ready', 'openai-codex signIn unset'],
      ['yours', 'lab server unreachable', 'demo demo ready'],
    ],
    unset: ['anthropic'],
  });
});

test.each([
  ['key', ['anthropic key unasked', 'anthropic-oauth signIn unset']],
  ['oauth', ['anthropic key unset', 'anthropic-oauth signIn unasked']],
  ['expired', ['anthropic key unset', 'anthropic-oauth signIn refused']],
] as const)('two variants of one provider tell by its access "%s" which of them is meant', (access, rows) => {
  const problem = access === 'expired' ? { status: { is: 'refused' as const, message: 'Expired.' } } : {};
  const all = listed(presets, [known('anthropic', access, problem)], []);
  expect(told(all).groups.find(([id]) => id === 'anthropic')).toEqual(['anthropic', ...rows]);
});

test('the first entry is one that needs the person, then one that works, and never the demo', () => {
  const expired = known('anthropic', 'expired', { status: { is: 'refused' } });
  const demo = known('demo', 'key', { kind: 'demo' });
  const first = (providers: readonly Provider[]) => firstOf(listed(presets, providers, []))?.key;
  expect([first([ready('openai'), expired, demo]), first([ready('openai'), demo]), first([demo])]).toEqual([
    'anthropic-oauth',
    'openai',
    undefined,
  ]);
});

test('what is asked now, or was not asked since the start, is said as such, whatever was known before', () => {
  const standing = (more: Partial<Provider>) =>
    listed(presets, [known('lab', 'keyless', { kind: 'custom', ...more })], []).groups.at(-1)?.entries[0]?.standing;
  expect([
    standing({}),
    standing({ asking: true }),
    standing({ asking: true, status: { is: 'ready' } }),
    standing({ status: { is: 'needs-key' } }),
  ]).toEqual(['unasked', 'asking', 'asking', 'needs-key']);
});
