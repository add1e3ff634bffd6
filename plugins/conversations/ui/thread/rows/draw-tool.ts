import { visibleText } from '@atelier/kernel';
import { durationText } from '@atelier/kernel/ui';
import { html, nothing } from 'lit';
import type { RowContext } from '../row-context.ts';
import type { FileRow, GroupRow, ThoughtRow, ToolCall, ToolRow } from '../store/rows.ts';
import { stretchesOf } from '../tools/ansi.ts';
import { icons, kindOf, targetOf } from '../tools/tool-kinds.ts';
import { countsOf, decisionText, nameOf, verbOf } from '../tools/tool-words.ts';
import { toolBody } from './tool-body.ts';

/** A tool call: a row that unfolds into a card. */
export function drawTool(row: ToolRow, context: RowContext) {
  const { key, call, isOpen, isMarked, seconds } = row;
  const { text } = context;
  const { name, args, state, outcome } = call;
  const kind = kindOf(name);
  const verb = verbOf(call, text);
  const took = state === 'running' ? (seconds ?? 0) * 1000 : outcome?.milliseconds;
  const time =
    took === undefined || (state === 'running' && took === 0)
      ? nothing
      : html`<span class="meta" title=${text.of('threadTook')}>${shortTime(text.locale, took)}</span>`;
  return html`
    <div class="${isOpen ? 'card' : ''} ${isMarked ? 'marked' : ''}">
      <button class="tool" aria-expanded=${isOpen ? 'true' : 'false'} @click=${() => context.setOpen(key, !isOpen)}>
        ${mark(call)}<b>${verb}</b><span class="mono cut target ${kind === 'edit' || kind === 'read' || newest(call) !== '' ? '' : 'grow'}">${targetOf(name, args)}</span>${meta(call, context)}
        ${outside([call], context)}${isOpen ? nothing : rule(call, context)}${exit(call, context)}${time}<ui-icon class="chev" small name=${isOpen ? 'chevron-down' : 'chevron-right'}></ui-icon>
      </button>
      ${isOpen ? toolBody(row, context) : nothing}
    </div>
  `;
}

/** A file that a call changed, besides the file that its own row names. */
export function drawFile({ file }: FileRow, context: RowContext) {
  const { path, kind, added, removed, binary } = file;
  const word = context.text.of(`threadFile.${kind}`);
  const label = context.text.of('threadOpenChanges');
  return html`
    <button class="tool" title=${label} @click=${() => context.act.openChanges(path)}>
      <ui-icon name=${kind === 'added' ? 'file-plus' : kind === 'removed' ? 'file-x' : 'pencil'}></ui-icon><b>${word}</b><span class="mono cut target">${visibleText(path, 'code')}</span>
      <span class="grow">${binary === true ? html`<span class="meta">${context.text.of('threadBinary')}</span>` : counts(added, removed)}</span>
      <ui-icon class="chev" small name="arrow-up-right"></ui-icon>
    </button>
  `;
}

/** Several calls, grouped on one line. */
export function drawGroup({ key, members, isOpen }: GroupRow, context: RowContext) {
  const { text } = context;
  const first = members.find(member => member.kind === 'tool');
  const icon = first === undefined ? 'list' : icons[kindOf(first.call.name)];
  return html`
    <button class="tool" aria-expanded=${isOpen ? 'true' : 'false'} @click=${() => context.setOpen(key, !isOpen)}>
      <ui-icon name=${icon}></ui-icon><span class="cut grow sum">${summary(members, context)}</span>
      ${outside(
        members.flatMap(member => (member.kind === 'tool' ? [member.call] : [])),
        context,
      )}<span class="meta">${text.count('threadCalls', members.filter(member => member.kind === 'tool').length)}</span>
      <ui-icon class="chev" small name=${isOpen ? 'chevron-down' : 'chevron-right'}></ui-icon>
    </button>
  `;
}

/** "Read 4 files, ran 2 commands". */
function summary(members: readonly (ToolRow | ThoughtRow)[], { text }: RowContext): string {
  const counts = new Map<string, number>();
  for (const member of members) {
    const kind = member.kind === 'tool' ? kindOf(member.call.name) : 'thought';
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const said: Readonly<Record<string, (count: number) => string>> = {
    read: count => text.count('threadSumRead', count),
    list: count => text.count('threadSumList', count),
    search: count => text.count('threadSumSearch', count),
    run: count => text.count('threadSumRun', count),
    other: count => text.count('threadSumOther', count),
  };
  const parts = [...counts].flatMap(([kind, count]) => (Object.hasOwn(said, kind) ? [said[kind]!(count)] : []));
  const joined = new Intl.ListFormat(text.locale, { type: 'unit', style: 'long' }).format(parts);
  return joined.charAt(0).toLocaleUpperCase(text.locale) + joined.slice(1);
}

function mark({ name, state }: ToolCall) {
  if (state === 'running') return html`<ui-state state="running"></ui-state>`;
  if (state === 'waiting') return html`<ui-state state="queued" silent></ui-state>`;
  if (state === 'failed') return html`<ui-state state="failed"></ui-state>`;
  if (state === 'refused') return html`<ui-icon name="ban"></ui-icon>`;
  if (state === 'cut' || state === 'stopped') return html`<ui-state state="off"></ui-state>`;
  return html`<ui-icon name=${icons[kindOf(name)]}></ui-icon>`;
}

/** The result of a call, beside its target. */
function meta(call: ToolCall, { text }: RowContext) {
  const { name, args, outcome, state } = call;
  const kind = kindOf(name);
  if (state === 'waiting' || state === 'refused' || state === 'stopped' || state === 'cut')
    return kind === 'other'
      ? html`<span class="meta grow">${nameOf(name, text)}</span>`
      : kind === 'edit' || kind === 'read'
        ? html`<span class="grow"></span>`
        : nothing;
  if (kind === 'edit') {
    const known = countsOf(call);
    return html`<span class="grow">${known === undefined ? nothing : counts(known.added, known.removed)}</span>`;
  }
  if (newest(call) !== '') return html`<span class="meta grow">${newest(call)}</span>`;
  if (kind !== 'read') return nothing;
  const lines = outcome?.ok === true && outcome.text !== undefined ? outcome.text.replace(/\n$/, '').split('\n').length : undefined;
  if (lines === undefined) return html`<span class="grow"></span>`;
  const from = typeof args.offset === 'number' ? args.offset : undefined;
  const said = from === undefined ? text.count('threadLines', lines) : text.of('threadLinesFrom', { from, to: from + lines - 1 });
  return html`<span class="meta grow">${said}</span>`;
}

/** The last line of a running call's output. */
function newest({ state, output }: ToolCall): string {
  if (state !== 'running' || output === '') return '';
  const lines = stretchesOf(output.slice(-2000))
    .map(({ text }) => text)
    .join('')
    .trimEnd();
  return lines.slice(lines.lastIndexOf('\n') + 1);
}

export function counts(added: number, removed: number) {
  return html`<span class="count"><span class=${added > 0 ? 'plus' : ''}>+${added}</span> <span class=${removed > 0 ? 'minus' : ''}>−${removed}</span></span>`;
}

/** Says that calls brought text from outside, and from where. */
function outside(calls: readonly ToolCall[], { text }: RowContext) {
  const sources = calls.flatMap(({ outcome }) => (outcome?.outside === undefined ? [] : [outcome.outside]));
  if (sources.length === 0) return nothing;
  const label = text.of('threadOutside', { sources: [...sources.slice(0, 3), ...(sources.length > 3 ? ['…'] : [])].join(', ') });
  return html`<ui-icon class="outside" small name="log-in" label=${label} title=${label}></ui-icon>`;
}

/** Who decided: what the person did stays in view, the rest is there for who points at the row. */
function rule({ outcome }: ToolCall, { text }: RowContext) {
  const said = outcome && decisionText(outcome, text);
  return said === undefined
    ? nothing
    : html`<span class="meta cut ${outcome?.decided?.by === 'person' ? 'person' : 'rule'}">${said}</span>`;
}

function exit({ outcome }: ToolCall, { text }: RowContext) {
  const { exitCode } = outcome ?? {};
  if (exitCode === undefined) return nothing;
  return html`<span class="exit ${exitCode === 0 ? 'good' : 'bad'}" title=${text.of('threadExitExplained')}>${text.of('threadExit', { code: exitCode })}</span>`;
}

/** A duration such as "0.1 s". */
export function shortTime(locale: 'fr' | 'en', milliseconds: number): string {
  if (milliseconds >= 60_000) return durationText(locale, milliseconds);
  const seconds = milliseconds / 1000;
  const digits = seconds < 10 && milliseconds % 1000 !== 0 ? 1 : 0;
  const value = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(seconds);
  return `${value}\u00a0s`;
}
