import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeOrCheck } from '../support/generated-file.ts';

const root = join(import.meta.dirname, '..', '..');
const web = join(root, 'plugins/cloud/web');
const read = (path: string) => readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
const theme = read(join(root, 'kernel/ui/theme.css'));

/** The tokens of one block of the theme. */
function tokensOf(selector: string): ReadonlyMap<string, string> {
  const start = theme.indexOf(`\n${selector} {`);
  if (start < 0) throw new Error(`kernel/ui/theme.css has no ${selector}.`);
  const body = theme.slice(theme.indexOf('{', start) + 1, theme.indexOf('\n}', start));
  return new Map([...body.matchAll(/^\s*(--[\w-]+):\s*([^;]+);/gm)].map(([, name = '', value = '']) => [name, value.trim()]));
}

const pages = ['frame.css', 'parts.css', 'onboarding.css', 'narrow.css'].map(name => read(join(web, name))).join('\n');
const used = new Set([...pages.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name));
const light = tokensOf(':root');
const unknown = [...used].filter(name => !light.has(name) && !pages.includes(`${name}:`));
if (unknown.length > 0) throw new Error(`kernel/ui/theme.css has no ${unknown.join(', ')}.`);

function block(selector: string, indent: string): string {
  const lines = [...tokensOf(selector)].filter(([name]) => used.has(name)).map(([name, value]) => `${indent}  ${name}: ${value};\n`);
  return `${indent}:root {\n${selector === ':root' ? '  color-scheme: light dark;\n' : ''}${lines.join('')}${indent}}\n`;
}

const within = (media: string, selector: string) => `@media ${media} {\n${block(selector, '  ')}}\n`;

/** A page of the server has no script that could choose a theme, so the system does. */
const text = [
  '/* Made by tests/generate/cloud-tokens.ts from kernel/ui/theme.css: the tokens that these pages use. Do not edit. */\n',
  block(':root', ''),
  within('(prefers-color-scheme: dark)', '[data-theme="dark"]'),
  within('(prefers-contrast: more)', '[data-contrast="more"]'),
  within('(prefers-contrast: more) and (prefers-color-scheme: dark)', '[data-theme="dark"][data-contrast="more"]'),
].join('');

process.exitCode = writeOrCheck('plugins/cloud/web/tokens.css', text);
