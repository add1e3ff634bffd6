import { defineChannel } from '@atelier/kernel';
import { Query, Slice } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { words } from './texts.js';

const TodoComments = defineChannel('todo-comments');

/** The comments of the project on screen. */
export class TodoCommentsList extends LitElement {
  static properties = { view: { attribute: false } };

  static styles = css`
    :host { display: block; padding: 12px; }
    p { margin: 0; color: var(--text-2); }
    ul { display: grid; gap: 8px; margin: 0; padding: 0; list-style: none; }
    li { overflow-wrap: anywhere; }
    code { display: block; font: 500 11px/16px var(--mono); color: var(--text-3); }
  `;

  #project = new Slice(this, () => this.view, 'project');
  #locale = new Slice(this, () => this.view, 'locale');
  #todos = new Query(this, () => this.view, TodoComments, 'find', {
    params: () => (this.#project.value ? { project: this.#project.value.id } : undefined),
    refreshOn: 'changed',
  });

  render() {
    const text = words(this.#locale.value);
    if (!this.#project.value) return html`<p>${text.noProject}</p>`;
    const { state } = this.#todos;
    if (state.status === 'failed') return html`<ui-alert kind="danger">${state.message}</ui-alert>`;
    if (state.status !== 'ready') return html`<ui-progress></ui-progress>`;
    if (state.value.length === 0) return html`<p>${text.none}</p>`;
    return html`<ul>${state.value.map(todo => html`<li>${todo.text || 'TODO'}<code>${todo.path}:${todo.line}</code></li>`)}</ul>`;
  }
}
