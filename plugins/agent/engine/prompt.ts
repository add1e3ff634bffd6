import type { ExtensionAPI } from '@earendil-works/pi-coding-agent';
import { appMarkExplained } from './app-words.ts';

/** The first section, which replaces the engine's own introduction. */
export const preamble =
  'You are the agent of Atelier, a desktop assistant. You help the person by reading files, running commands, editing code and writing new files.';

/** A section name in the form that the engine requires; a title without usable letters gets its position as its name. */
export function sectionName(title: string, place: number): string {
  const name = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_$/g, '');
  return name === '' || reserved.has(name) ? `section_${place + 1}${name === '' ? '' : `_${name}`}` : name;
}

const reserved = new Set(['preamble', 'tools', 'rules', 'docs', 'addendum', 'project_context', 'skills', 'cwd']);

/** Adds the sections to the prompt, and also the tools and rules, which the engine drops with a custom prompt. */
export function composeSections(pi: ExtensionAPI, sectionsNow: () => readonly { readonly title: string; readonly text: string }[]): void {
  pi.on('before_agent_start', event => {
    const { selectedTools, toolSnippets, toolGuidelines, promptGuidelines, sections: into } = event.systemPromptOptions;
    const tools = selectedTools.flatMap(name => (toolSnippets[name] ? [`- ${name}: ${toolSnippets[name]}`] : []));
    if (tools.length > 0) into.tools = tools.join('\n');
    const own = selectedTools.flatMap(name => toolGuidelines[name] ?? []);
    const rules = [...new Set([...own, ...promptGuidelines, ...general])];
    into.rules = rules.map(rule => `- ${rule}`).join('\n');
    for (const [place, { title, text }] of sectionsNow().entries()) if (text.trim() !== '') into[sectionName(title, place)] = text;
  });
}

const general = ['Be concise in your responses', 'Show file paths clearly when working with files', appMarkExplained];
