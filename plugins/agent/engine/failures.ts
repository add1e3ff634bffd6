import type { ToolFailure } from './protocol.ts';

type Code = ToolFailure['code'];
type Known = readonly (readonly [RegExp, Code])[];

/** What the engine says of any call that it did not run, in words for the model. */
const notRun: Known = [
  [/^Tool \S+ not found$/, 'toolMissing'],
  [/^Validation failed for tool |^Edit tool input is invalid|^Invalid timeout:/, 'argumentsWrong'],
  [
    /^Tool call "\S+" was not executed: the response hit the output token limit|^The arguments of this call are no whole JSON\b/,
    'argumentsCut',
  ],
  [/^Operation aborted$/, 'aborted'],
  [/^This was not run, because it changed after /, 'changed'],
];
/** What the engine's own tools say when they fail, and what their operations here say. */
const ofFiles: Known = [
  [/^Could not find (?:the exact text|edits\[)/, 'textMissing'],
  [/^Found (?<count>\d+) occurrences of /, 'textRepeated'],
  [/^No changes made to /, 'noChange'],
  [/\boldText must not be empty\b/, 'textEmpty'],
  [/^edits\[\d+\] and edits\[\d+\] overlap/, 'textOverlaps'],
  [/^Offset \d+ is beyond end of file \((?<count>\d+) lines total\)/, 'pastEnd'],
  [/^(?:ripgrep \(rg\)|fd) is not available\b|^Failed to run (?:ripgrep|fd):/, 'searchMissing'],
  [/^Secure mode: |^Secure mode cannot confine |^This file is another name of data of the app/, 'outOfReach'],
  [/^Not a directory:|\bENOTDIR\b| is no folder\.$/, 'notFolder'],
  [/\bENOENT\b|^File not found|^Path not found:/, 'fileMissing'],
  [/\bEACCES\b|\bEPERM\b|\bEROFS\b/, 'noPermission'],
  [/\bENOSPC\b|\bEDQUOT\b/, 'diskFull'],
  [/\bEISDIR\b/, 'isFolder'],
  [/ is no file\.$/, 'noFile'],
  [/ bytes, more than can be read at once \(/, 'tooLarge'],
  [/ was changed while it was opened, so it was left alone\./, 'moved'],
];
/** What is said of a command, below what it has printed. */
const ofCommands: Known = [
  [/^Working directory does not exist: /, 'folderMissing'],
  [/(?:^|\n)Command timed out after (?<count>[\d.]+) seconds$/, 'timeUp'],
  [/(?:^|\n)Command aborted$/, 'aborted'],
  [/(?:^|\n)Command terminated without an exit code$/, 'noExit'],
];
const exited = /(?:^|\n)Command exited with code \d+$/;
const files: ReadonlySet<string> = new Set(['read', 'write', 'edit', 'ls', 'grep', 'find']);
/** The beginning of a text has what it says, the end of a command's what became of it; its output may be long. */
const maxRead = 500;

/** Why a call failed, as a code that is said in the language of the page; undefined for what is not known. */
export function failureOf(tool: string, text: string): ToolFailure | undefined {
  const [begin, end] = [text.slice(0, maxRead), text.slice(-maxRead)];
  if (tool !== 'bash') return found(notRun, begin) ?? (files.has(tool) ? found(ofFiles, begin) : undefined);
  // A command that ended has printed the rest, whatever it says.
  return exited.test(end) ? undefined : (found(ofCommands, end) ?? found(notRun, begin));
}

function found(forms: Known, text: string): ToolFailure | undefined {
  for (const [form, code] of forms) {
    const match = form.exec(text);
    if (match !== null) return { code, ...(match.groups?.count !== undefined && { count: Math.ceil(Number(match.groups.count)) }) };
  }
  return undefined;
}
