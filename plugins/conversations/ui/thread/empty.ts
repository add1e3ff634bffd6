import type { Action } from '@atelier/workbench/contract';
import { html, nothing } from 'lit';
import type { Project, Row } from '../../contract/index.ts';
import type { ThreadTexts } from './toasts.ts';

export interface EmptyParts {
  readonly text: ThreadTexts;
  /** The project of the draft; undefined without one. */
  readonly project: Project | undefined;
  readonly projects: readonly Project[];
  readonly recent: readonly Row[];
  readonly actions: readonly Action[];
  readonly run: (command: string, args: unknown) => void;
  readonly openProject: (id: string) => void;
  readonly openConversation: (id: string) => void;
}

/** The greeting above the composer on the start screen. */
export function drawHello({ text, project }: EmptyParts) {
  const hint = project === undefined ? text.of('threadHint') : text.of('threadHintProject', { project: project.name });
  return html`
    <div class="hello"><div class="col">
      <h1>${text.of(`threadHello.${partOfDay(new Date().getHours())}`)}</h1>
      <p>${project?.missing === true ? text.of('threadFolderGone', { project: project.name }) : hint}</p>
    </div></div>
  `;
}

/** The start screen's list below the composer: recent conversations, projects, and actions of plugins. */
export function drawQuick(parts: EmptyParts) {
  const { text, project, projects, recent, actions } = parts;
  const others = projects.filter(({ id, missing }) => id !== project?.id && missing !== true).slice(0, 3);
  return html`
    <nav class="quick" aria-label=${text.of('threadQuick')}><ul class="col">
      ${recent.slice(0, 3).map(({ id, title }) => entry('history', text.of('threadGoOnWith', { title }), text.of('threadConversation'), () => parts.openConversation(id)))}
      ${others.map(({ id, name, conversations }) => entry('folder', text.of('threadWorkIn', { project: name }), text.count('threadConversations', conversations), () => parts.openProject(id)))}
      ${actions.map(({ icon, title, key, meta, command, args }) => entry(icon, title, key === undefined ? (meta ?? nothing) : html`<ui-kbd keys=${key}></ui-kbd>`, () => parts.run(command, args)))}
    </ul></nav>
  `;
}

function entry(icon: string, title: string, end: unknown, run: () => void) {
  return html`<li><button @click=${run}><ui-icon name=${icon}></ui-icon><span class="what grow">${title}</span><span class="end">${end}</span></button></li>`;
}

function partOfDay(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}
