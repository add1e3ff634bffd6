import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { presetGroups, presetOf, presetOfProvider } from './presets.ts';

const icons = join(import.meta.dirname, '../icons');

test('every preset is listed under its company', () => {
  expect(
    Object.fromEntries(
      presetGroups.map(({ id, variants }) => [id, variants.map(({ preset, signIn, api }) => `${preset} ${signIn} ${api}`)]),
    ),
  ).toMatchInlineSnapshot(`
    {
      "anthropic": [
        "anthropic key anthropic-messages",
        "anthropic-oauth oauth anthropic-messages",
      ],
      "custom": [
        "custom optional-key openai-completions",
        "custom-anthropic optional-key anthropic-messages",
      ],
      "deepseek": [
        "deepseek key openai-completions",
      ],
      "github": [
        "github-copilot oauth anthropic-messages",
      ],
      "google": [
        "google key google-generative-ai",
      ],
      "groq": [
        "groq key openai-completions",
      ],
      "lmstudio": [
        "lmstudio optional-key openai-completions",
      ],
      "minimax": [
        "minimax key anthropic-messages",
        "minimax-cn key anthropic-messages",
      ],
      "mistral": [
        "mistral key mistral-conversations",
        "mistral-vibe key openai-completions",
      ],
      "moonshot": [
        "moonshotai key openai-completions",
        "moonshotai-cn key openai-completions",
      ],
      "ollama": [
        "ollama optional-key openai-completions",
      ],
      "openai": [
        "openai key openai-completions",
        "openai-codex oauth openai-codex-responses",
      ],
      "openrouter": [
        "openrouter key openai-completions",
      ],
      "perplexity": [
        "perplexity key openai-completions",
      ],
      "together": [
        "together key openai-completions",
      ],
      "xai": [
        "xai key openai-responses",
      ],
    }
  `);
});

test('each has a bundled icon: one colour, no script, no external reference', () => {
  const wrong = presetGroups.filter(({ icon }) => {
    const file = join(icons, `${icon}.svg`);
    if (!existsSync(file)) return true;
    const svg = readFileSync(file, 'utf8');
    return (
      !/^<svg [^>]*viewBox="0 0 24 24"/.test(svg) || !svg.includes('currentColor') || /script|href|url\(|<image|#[0-9a-f]{3}/i.test(svg)
    );
  });
  const unused = readdirSync(icons).filter(name => !presetGroups.some(({ icon }) => `${icon}.svg` === name));
  expect({ wrong: wrong.map(({ icon }) => icon), unused }).toEqual({ wrong: [], unused: [] });
});

test('names are unique, addresses are https or this machine, and keys come from a page of the company', () => {
  const all = presetGroups.flatMap(({ variants }) => variants);
  expect({
    double: all.filter(({ preset }, at) => all.findIndex(one => one.preset === preset) !== at),
    addresses: all.filter(({ baseUrl }) => baseUrl !== undefined && !/^(?:https:\/\/|http:\/\/localhost:)[^\s]*[^/]$/.test(baseUrl)),
    keys: all.filter(({ signIn, keyUrl }) => (signIn === 'key') !== /^https:\/\//.test(keyUrl ?? '')),
  }).toEqual({ double: [], addresses: [], keys: [] });
});

test('a preset is found by its name and by its provider; the custom ones belong to no provider', () => {
  expect([
    presetOf('anthropic-oauth')?.variant.provider,
    presetOfProvider('anthropic')?.variant.preset,
    presetOfProvider('custom'),
    presetOf('none'),
  ]).toEqual(['anthropic', 'anthropic', undefined, undefined]);
});
