import { visibleText } from '@atelier/kernel';
import { html, nothing } from 'lit';
import type { RowContext } from '../row-context.ts';
import type { ToolCall, ToolRow } from '../store/rows.ts';
import { stretchesOf } from '../tools/ansi.ts';
import { hunksOf, wantedHunks } from '../tools/patch.ts';
import { kindOf } from '../tools/tool-kinds.ts';
import { decisionText, failureText, isUnrun, printed } from '../tools/tool-words.ts';

const fewLines = 12;
const maxArguments = 20_000;
const patches = new Map<string, ReturnType<typeof hunksOf>>();
/** By the arguments, so that the same change is rendered once. */
const wanted = new WeakMap<object, ReturnType<typeof wantedHunks>>();

/** The card of a call: its change or its output, and below it the rule that allowed it and its actions. */
export function toolBody(row: ToolRow, context: RowContext) {
  const { call } = row;
  const kind = kindOf(call.name);
  const diff = call.outcome?.diff;
  if (kind === 'edit' && call.state === 'done' && diff !== undefined) return changes(row, diff, context);
  const wanted = kind === 'edit' && call.state !== 'done' ? wantedOf(call.args) : undefined;
  if (wanted !== undefined) return notChanged(row, wanted, context);
  return said(row, context, kind === 'other' ? argumentsOf(call.args).slice(0, maxArguments) : '');
}

function changes({ call }: ToolRow, diff: string, context: RowContext) {
  const { text, act } = context;
  const hunks = patches.get(diff) ?? hunksOf(diff);
  // The same object for the same change, so that it is rendered once.
  patches.set(diff, hunks);
  if (patches.size > 200) patches.delete(patches.keys().next().value ?? '');
  const path = String(call.args.path ?? call.outcome?.path ?? '');
  return html`
    <div class="body" ?hidden=${hunks.length === 0}><ui-diff .hunks=${hunks} language=${endingOf(path)} label=${text.of('threadChangesOf', { path: visibleText(path, 'code') })}></ui-diff></div>
    <div class="foot"><span class="grow">${hunks.length === 0 ? text.of('threadFailure.noChange') : text.count('threadHunks', hunks.length)}${decided(call, context)}</span>${onFile(path, hunks, context)}<ui-button size="24" @click=${() => act.openChanges(path)}>${text.of('threadOpenChanges')}</ui-button></div>
  `;
}

/** What other plugins do with a file, at the first line that changed. */
function onFile(path: string, hunks: ReturnType<typeof hunksOf>, { fileActions, act }: RowContext) {
  const line = hunks[0]?.lines.find(({ kind }) => kind === 'added')?.new;
  const args = { conversation: act.conversation, path, line };
  return fileActions.map(
    ({ command, title }) => html`<ui-button size="24" @click=${() => act.run(command, args)}>${visibleText(title, 'name')}</ui-button>`,
  );
}

/** An edit that did not happen: what was to be replaced and by what, and why not. */
function notChanged({ call }: ToolRow, hunks: ReturnType<typeof hunksOf>, context: RowContext) {
  const { text } = context;
  const path = String(call.args.path ?? '');
  const reason = reasonOf(call, context);
  const own = reason === undefined ? visibleText(call.outcome?.text ?? '', 'prose') : '';
  return html`
    <div class="body"><ui-diff .hunks=${hunks} language=${endingOf(path)} label=${text.of('threadWantedOf', { path: visibleText(path, 'code') })}></ui-diff></div>
    ${own === '' ? nothing : html`<pre class="out asked" tabindex="0">${own}</pre>`}
    ${reason === undefined && own === '' ? nothing : html`<div class="foot note"><span class="grow">${reason ?? text.of('threadToolSays')}</span></div>`}
  `;
}

/** Why a call did nothing: who refused it, or how it failed. */
function reasonOf({ state, outcome }: ToolCall, { text }: RowContext): string | undefined {
  if (state === 'stopped' || state === 'cut') return text.of(`threadNotDone.${state}`);
  if (outcome === undefined) return undefined;
  return state === 'refused' ? decisionText(outcome, text) : failureText(outcome, text);
}

function wantedOf(args: ToolCall['args']): ReturnType<typeof hunksOf> | undefined {
  if (!wanted.has(args)) wanted.set(args, wantedHunks(args));
  return wanted.get(args);
}

function said(row: ToolRow, context: RowContext, before: string) {
  const { key, call, isWhole } = row;
  const { text, act } = context;
  const isRunning = call.state === 'running' || call.state === 'waiting';
  const reason = isRunning ? undefined : reasonOf(call, context);
  // What was refused, and what a known reason says, is in words for the model only.
  const isForModel = call.state === 'refused' || (reason !== undefined && (kindOf(call.name) !== 'run' || isUnrun(call.outcome)));
  const output = isForModel ? '' : printed(call.outcome?.text ?? call.output);
  const lines = output === '' ? [] : output.split('\n');
  // Beside what a command printed, a failure says what only its tool knows.
  const isOwn = call.state === 'failed' && reason === undefined && lines.length > 0 && call.outcome?.exitCode === undefined;
  // A running call shows the end of its output, a finished one the beginning.
  const shown = isWhole ? lines : isRunning ? lines.slice(-fewLines) : lines.slice(0, fewLines);
  const isCut = shown.length < lines.length;
  const note = call.outcome?.note;
  const copied = kindOf(call.name) === 'run' ? `$ ${String(call.args.command ?? '')}\n${output}` : output;
  const command = kindOf(call.name) === 'run' ? String(call.args.command ?? '') : '';
  const isLongCommand = command.includes('\n') || command.length > 80;
  return html`
    <div class="body" ?hidden=${before === '' && shown.length === 0 && !isLongCommand}>
      ${isLongCommand ? html`<pre class="out asked" tabindex="0">${visibleText(command, 'code')}</pre>` : nothing}
      ${before === '' ? nothing : html`<pre class="out asked" tabindex="0">${visibleText(before, 'code')}</pre>`}
      ${shown.length === 0 ? nothing : html`<pre class="out" tabindex="0">${stretchesOf(shown.join('\n')).map(({ text, colour }) => (colour === undefined ? text : html`<span class=${colour}>${text}</span>`))}</pre>`}
    </div>
    ${reason === undefined && !isOwn ? nothing : html`<div class="foot note"><span class="grow">${reason ?? text.of('threadToolSays')}</span></div>`}
    ${note === undefined ? nothing : html`<div class="foot note"><span class="grow">${note}</span></div>`}
    <div class="foot" ?hidden=${isForModel}>
      <span class="grow">${lines.length === 0 ? text.of(isRunning ? 'threadNoOutputYet' : 'threadNoOutput') : text.count('threadLines', lines.length)}${call.outcome?.truncated === true ? html` · ${text.of('threadTruncated')}` : nothing}${call.outcome?.outside === undefined ? nothing : html` · <span class="decided">${text.of('threadOutside', { sources: call.outcome.outside })}</span>`}${decided(call, context)}</span>
      ${lines.length === 0 ? nothing : html`<ui-button size="24" @click=${() => act.copy(copied)}>${text.of('threadCopy')}</ui-button>`}
      ${isCut || isWhole ? html`<ui-button size="24" @click=${() => context.setOpen(`${key} whole`, !isWhole)}>${isWhole ? text.of('threadFewLines') : text.of('threadAllLines', { count: lines.length })}</ui-button>` : nothing}
    </div>
  `;
}

function decided({ outcome }: ToolCall, { text }: RowContext) {
  const rule = outcome && decisionText(outcome, text);
  return rule === undefined ? nothing : html` · <span class="decided">${rule}</span>`;
}

/** The extension of a file name, which determines the language. */
function endingOf(path: string): string {
  return /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** The arguments of a call, one per line. */
export function argumentsOf(args: Readonly<Record<string, unknown>>): string {
  return Object.entries(args)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}
