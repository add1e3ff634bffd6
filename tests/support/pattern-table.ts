/** A pattern that some text makes slow, and why no such text reaches it. */
export interface BoundedPattern {
  readonly path: string;
  /** How the pattern begins. */
  readonly pattern: string;
  readonly bound: string;
}

const ownFiles = 'files of the author’s own package, which their own command reads';
const message = 'a message cut to 2,000 characters before';
const script = 'a program of sed of at most 2,000 characters';
const line = 'a line of at most 300 characters';
const schema = 'a message cut to 500 characters before';

/** Patterns whose time grows faster than the text. A new one is rewritten, or gets a row that says how long the text can be. */
export const boundedPatterns: readonly BoundedPattern[] = [
  { path: 'plugins/agent/main/access/destructive/written.ts', pattern: 's([^', bound: script },
  { path: 'plugins/agent/main/access/destructive/written.ts', pattern: '(?:^|[^A-Za-z])[gIMpe', bound: script },
  { path: 'kernel/main/schema/compiler-error.ts', pattern: 'type "(.+?)"', bound: schema },
  { path: 'kernel/main/schema/compiler-error.ts', pattern: '"?(\\w+)"? without', bound: schema },
  { path: 'plugins/demo/main/scenarios/look.ts', pattern: '\\n\\n\\[', bound: 'the last 400 characters' },
  {
    path: 'plugins/file-changes/main/content/enclosing.ts',
    pattern: '^\\s*(?:export\\s+)?(?:default\\s+)?(?:async\\s+)?function',
    bound: line,
  },
  { path: 'plugins/file-changes/main/content/enclosing.ts', pattern: '^\\s*(?:public\\s+|private', bound: line },
  { path: 'plugins/telemetry/main/reports/scrub.ts', pattern: '«[^»]*»?', bound: message },
  { path: 'plugins/telemetry/main/reports/scrub.ts', pattern: '\\b(?:[\\p{L}', bound: message },
  { path: 'shell/cli/extension/check/views.ts', pattern: '<!--', bound: ownFiles },
  { path: 'shell/cli/extension/check/views.ts', pattern: '<script', bound: ownFiles },
];

/** Files that build regular expressions at run time, and what they are built of. */
export const dynamicPatterns: Readonly<Record<string, string>> = {
  'kernel/api/visible-text.ts': 'one class of characters, from our own list',
  'kernel/main/costs/proc-usage.ts': 'a name of ours, for a file of the system',
  'kernel/main/log/anonymous.ts': 'an escaped name, without a repetition',
  'kernel/main/schema/schema-check.ts': 'a pattern of others, which is only parsed here; linear-pattern.ts matches it',
  'kernel/ui/markdown/open-fence.ts': 'a count of spaces',
  'plugins/automation/main/words/unread.ts': 'our own words',
  'plugins/conversations/main/messages/search/fold.ts': 'one class of characters, from our own list',
  'plugins/conversations/ui/thread/tools/ansi.ts': 'the characters of escape sequences, from our own list',
  'plugins/demo/main/scenarios/choose.ts': 'our own words',
  'plugins/memory/main/search/days.ts': 'our own names of months',
  'plugins/memory/main/search/readable.ts': 'one class of characters, from our own list',
  'schemas/profile/paths.mjs': 'paths of our own layout, each matched as a whole',
};
