import type { Turn } from '../conversation.ts';
import { type Scenario, saying } from '../scenario.ts';
import { scenarioNamed } from './choose.ts';

/** The scenario for a hidden request of the app itself, which has no tools; undefined for a person's message. */
export function backgroundScenario(turn: Turn): Scenario | undefined {
  if (/context summarization assistant/i.test(turn.system)) return summary;
  if (turn.tools.length > 0) return undefined;
  // The quoted conversation may contain any of these words.
  const asked = instructionIn(turn.text);
  if (/\bJSON\b/.test(asked) && /\b(?:memor(?:y|ies)|m[ée]moires?|souvenirs?)\b/i.test(asked)) return memories;
  if (/\bGit commit message\b/.test(asked)) return commitMessage;
  // A person may write about titles, too; only the app's prompt also says how long one may be.
  if (/\b(?:title|titre)\b/i.test(asked) && /\b(?:words|mots|characters|caractères)\b/i.test(asked)) return title;
  return undefined;
}

/** What the app puts before each quoted message. */
const speaker = /^\s*(?:user|utilisateur|assistant)\s*:\s*/i;

const title = saying((turn, words) => {
  const conversation = conversationIn(turn.text);
  const first = (conversation.split('\n').find(line => line.trim() !== '') ?? '').replace(speaker, '');
  const picked = first
    .replace(/[#>*`_"“”«»]/g, ' ')
    .split(/\s+/)
    .filter(word => word !== '')
    .slice(0, 7)
    .join(' ')
    .replace(/(?<![.,;:!?…])[.,;:!?…]+$/, '')
    .slice(0, 60);
  const short = picked.split(' ').length < 3 || scenarioNamed(first) !== undefined;
  return short ? words.title : picked.charAt(0).toUpperCase() + picked.slice(1);
});

const commitMessage = saying((turn, words) => {
  const files = [...turn.text.matchAll(/^\+\+\+ b\/([^\n]{1,200})$/gm)].map(match => match[1] ?? '');
  return words.commit.replace('{files}', files.slice(0, 3).join(', '));
});

const memoryPatterns = [
  { kind: 'preference', pattern: /\b(?:I prefer|I like|always use|je préfère|j’aime|j'aime|utilise toujours)\b/i },
  { kind: 'decision', pattern: /\b(?:we decided|let us use|let's use|nous avons décidé|on a décidé|on utilise|nous utilisons)\b/i },
  { kind: 'profile', pattern: /\b(?:my name is|I am called|je m’appelle|je m'appelle)\b/i },
] as const;

/** Valid JSON made from what the conversation says; an empty list if no sentence matches. */
const memories = saying(turn => {
  const sentences = conversationIn(turn.text).split(/(?<=[.!?])\s+|\n+/);
  const found = sentences.flatMap(sentence => {
    const kind = memoryPatterns.find(({ pattern }) => pattern.test(sentence))?.kind;
    const content = sentence.replace(speaker, '').trim();
    if (kind === undefined || content.length > 300) return [];
    return [{ kind, scope: 'global', topic: kind, title: content.slice(0, 60), content, tags: ['demo'], confidence: 0.8, importance: 0.5 }];
  });
  return JSON.stringify({ memories: found.slice(0, 10) });
});

/** A summary in the sections of the engine's prompt, filled from the quoted conversation. */
const summary = saying(turn => {
  const conversation = conversationIn(turn.text);
  const lines = (mark: RegExp) => [...conversation.matchAll(mark)].map(match => (match[1] ?? '').trim()).filter(line => line !== '');
  const asked = lines(/^\[User\]:[ \t]*(.+)$/gm);
  const called = lines(/^\[Assistant tool calls?\]:[ \t]*(.+)$/gm);
  const list = (items: readonly string[], mark: string) =>
    items.length === 0 ? `${mark}(none)` : items.map(item => mark + item.slice(0, 200)).join('\n');
  if (/## Original Request/.test(turn.text)) {
    return `## Original Request\n${asked[0] ?? '(none)'}\n\n## Progress So Far\n${list(called.slice(-10), '- ')}\n\n## Context Needed to Continue\n- (none)\n`;
  }
  return [
    `## Goal\n${asked[0] ?? '(none)'}`,
    '## Constraints & Preferences\n- (none)',
    `## Progress\n### Done\n${list(called.slice(-20), '- [x] ')}\n\n### In Progress\n- [ ] ${asked.at(-1) ?? '(none)'}\n\n### Blocked\n- (none)`,
    '## Key Decisions\n- **Demo**: this summary was made by rule, without an AI',
    `## Next Steps\n1. ${asked.at(-1) ?? '(none)'}`,
    '## Critical Context\n- (none)',
  ].join('\n\n');
});

const tagged = /<(conversation|transcript|messages?)>([\s\S]*?)<\/\1>/i;
const headed = /^# Conversation\n([\s\S]*?)(?=^# Instructions$)/m;
const below = /\n\s*\n([\s\S]+)$/;

/** The text between the tags, else below the first empty line, else all of it. */
function conversationIn(text: string): string {
  return (tagged.exec(text)?.[2] ?? headed.exec(text)?.[1] ?? below.exec(text)?.[1] ?? text).trim();
}

function instructionIn(text: string): string {
  return tagged.test(text) ? text.replace(tagged, '') : text.replace(below, '');
}
