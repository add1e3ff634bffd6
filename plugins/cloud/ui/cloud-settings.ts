import { AppError, type Client } from '@atelier/kernel';
import { dateText, Query, Slice, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Account, CloudChannel, type CloudShape, type Connection, type Waiting } from '../contract/index.ts';
import { texts } from './texts.ts';

const states = { asking: 'running', connected: 'done', offline: 'failed', reconnect: 'needs' } as const;

/** The clouds that this computer is connected to, and the sign-in to another. */
export class CloudSettings extends LitElement {
  static override styles = css`
    *, *::before, *::after { box-sizing: border-box; }
    :host { display: block; height: 100%; overflow-y: auto; scrollbar-width: thin; }
    .column { display: grid; gap: 12px; max-inline-size: 1176px; padding: 16px 28px 48px; }
    .lead { max-inline-size: 76ch; font: var(--t-12); color: var(--text-2); }
    h2 { position: absolute; clip-path: inset(50%); }
    p { margin: 0; text-wrap: pretty; overflow-wrap: anywhere; }
    .quiet, dt { color: var(--text-2); }
    .stack { display: grid; gap: 8px; }
    .spread { display: flex; flex-wrap: wrap; align-items: center; gap: 6px; }
    .spread ui-input { flex: 1 1 220px; }
    dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 16px; margin: 0; }
    dd { margin: 0; overflow-wrap: anywhere; }
    .status { display: inline-flex; align-items: center; gap: 6px; font: var(--t-12); color: var(--text-2); }
    ui-card[data-hit] { border-color: var(--accent); }
    [role]:empty { display: none; }
    @media (max-width: 719px) { .column { padding: 12px 16px 32px; } }
    @media (max-width: 480px) { dl { grid-template-columns: minmax(0, 1fr); } dd { margin-block-end: 6px; } }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @state() private address = '';
  @state() private link = '';
  @state() private isBlocked = false;
  @state() private copied = '';
  /** The connection whose sign-out was pressed once. */
  @state() private leaving = '';
  @state() private said = '';
  @state() private busy = '';
  @state() private problem: AppError | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #params = new Slice(this, () => this.view, 'params');
  readonly #cloud = new Query(this, () => this.view, CloudChannel, 'read', { params: () => ({}), refreshOn: 'changed' });
  #isFirst = true;

  override updated(_: PropertyValues): void {
    const { state: query } = this.#cloud;
    if (!this.#isFirst || query.status !== 'ready') return;
    this.#isFirst = false;
    // Whoever opens this page asks how it stands now.
    for (const { url, status } of query.value.connections)
      if (status !== 'reconnect')
        void this.view
          .connect(CloudChannel)
          .call('refresh', { url })
          .catch(() => undefined);
  }

  override render() {
    const { state: query } = this.#cloud;
    if (query.status === 'pending') return nothing;
    if (query.status === 'failed') return html`<ui-alert kind="warn">${query.error.in(this.#text.locale)}</ui-alert>`;
    const { connections, asked, waiting, keyStore } = query.value;
    // Of a sign-in that is over there is nothing more to paste.
    const problem = waiting === undefined && this.problem?.code === 'cloud/foreign-link' ? undefined : this.problem;
    return html`<div class="column">
      <p class="lead">${this.#text.of('about')}</p>
      <h2>${this.#text.of('connections')}</h2>
      <div role="status">${this.said === '' ? nothing : html`<ui-alert kind="info">${this.said}</ui-alert>`}</div>
      <div role="alert">${problem === undefined ? nothing : html`<ui-alert kind="danger">${problem.in(this.#text.locale)}</ui-alert>`}</div>
      ${asked === undefined ? nothing : this.#asked(asked)}
      ${waiting === undefined ? nothing : this.#waiting(waiting)}
      ${connections.map(connection => this.#connection(connection))}
      ${keyStore === 'file' && connections.length > 0 ? html`<p class="lead" data-key-store>${this.#text.of('keyInFile')}</p>` : nothing}
      ${waiting === undefined && asked === undefined ? this.#form(connections.length === 0) : nothing}
    </div>`;
  }

  #asked(url: string) {
    const text = this.#text;
    const host = hostOf(url);
    return html`<ui-card tone="needs" heading=${text.of('askedTitle', { host })} data-asked>
      <ui-icon slot="start" name="cloud"></ui-icon>
      <p>${text.of('askedAbout', { host })} ${text.of('connectAbout')}</p>
      <ui-button slot="buttons" @click=${this.#decline}>${text.of('notNow')}</ui-button>
      <ui-button slot="buttons" kind="accent" icon="external-link" ?busy=${this.busy === url} @click=${() => this.#connect(url)}>${text.of('connect')}</ui-button>
    </ui-card>`;
  }

  #waiting({ url, page, until }: Waiting) {
    const text = this.#text;
    return html`<ui-card tone="needs" heading=${text.of('waitingTitle', { host: hostOf(url) })} data-waiting>
      <ui-progress slot="start" kind="arc" label=${text.of('waitingTitle', { host: hostOf(url) })}></ui-progress>
      <div class="stack">
        <p>${text.of('waitingAbout', { time: dateText(text.locale, until, { timeStyle: 'short' }) })}</p>
        ${this.isBlocked ? html`<ui-alert kind="warn">${text.of('blocked')}</ui-alert>` : nothing}
        <div class="spread">
          <ui-button size="24" kind="line" icon="external-link" @click=${() => this.#open(page)}>${text.of('openPage')}</ui-button>
          <ui-button size="24" icon="link" @click=${() => this.#copy(page)}>${text.of(this.copied === page ? 'copied' : 'copyPage')}</ui-button>
        </div>
        <form class="spread" @submit=${this.#finish}>
          <ui-input mono label=${text.of('backLink')} placeholder=${text.of('backLink')} maxlength="4000" .value=${this.link} @input=${this.#typeLink}></ui-input>
          <ui-button type="submit" kind="line" ?busy=${this.busy === 'finish'} ?disabled=${this.link.trim() === ''}>${text.of('finish')}</ui-button>
        </form>
      </div>
      <ui-button slot="buttons" @click=${this.#cancel}>${text.of('cancel')}</ui-button>
    </ui-card>`;
  }

  #connection(connection: Connection) {
    const { url, status, account } = connection;
    const text = this.#text;
    const host = hostOf(url);
    const isLeaving = this.leaving === url;
    return html`<ui-card heading=${host} tone=${status === 'reconnect' ? 'needs' : 'plain'} data-connection=${host}>
      <ui-icon slot="start" name="cloud"></ui-icon>
      <span slot="actions" class="status"><ui-state silent state=${states[status]}></ui-state>${text.of(`status.${status}`)}</span>
      <div class="stack">
        ${status === 'offline' || status === 'reconnect' ? html`<p>${this.#stale(connection)}</p>` : nothing}
        ${account === undefined ? nothing : this.#account(account)}
      </div>
      <ui-button slot="buttons" kind=${isLeaving ? 'danger' : 'quiet'} icon="log-out" ?busy=${this.busy === `out ${url}`} @click=${() => this.#leave(url)} @blur=${this.#stay}>${text.of(isLeaving ? 'signOutSure' : 'signOut')}</ui-button>
      ${
        status === 'reconnect'
          ? html`<ui-button slot="buttons" kind="accent" icon="external-link" ?busy=${this.busy === url} @click=${() => this.#connect(url)}>${text.of('reconnect')}</ui-button>`
          : html`<ui-button slot="buttons" kind="line" icon="refresh-cw" ?busy=${this.busy === `ask ${url}`} @click=${() => this.#again(url)}>${text.of('again')}</ui-button>`
      }
    </ui-card>`;
  }

  #stale({ url, status, readAt, triedAt = 0 }: Connection): string {
    const text = this.#text;
    const host = hostOf(url);
    const at = (time: number) => dateText(text.locale, time, { dateStyle: 'medium', timeStyle: 'short' });
    const time = at(triedAt);
    if (status === 'reconnect')
      return readAt === undefined ? text.of('reconnectNever', { host }) : text.of('reconnectAbout', { host, read: at(readAt) });
    return readAt === undefined ? text.of('offlineNever', { host, time }) : text.of('offlineAbout', { host, time, read: at(readAt) });
  }

  #account(account: Account) {
    const text = this.#text;
    const { displayName, email, organizations, activeOrganization, active, limit } = account;
    const others = organizations.filter(name => name !== activeOrganization);
    const named = [...(activeOrganization === undefined ? [] : [activeOrganization]), ...others];
    return html`<dl>
      <dt>${text.of('account')}</dt><dd><bdi>${displayName}</bdi>, <bdi>${email}</bdi></dd>
      <dt>${text.of('organization')}</dt><dd>${named.length === 0 ? text.of('organizationNone') : html`<bdi>${named.join(', ')}</bdi>`}</dd>
      <dt>${text.of('plan')}</dt><dd>${this.#plan(account)}</dd>
      <dt>${text.of('sessions')}</dt><dd>${text.of('sessionsOf', { active, limit })}</dd>
    </dl>`;
  }

  #plan({ plan, complimentary = false, planUntil }: Account): string {
    const text = this.#text;
    if (plan === undefined) return text.of('planNone');
    const date = planUntil === undefined ? '' : dateText(text.locale, planUntil, { dateStyle: 'long' });
    if (complimentary) return date === '' ? text.of('complimentary', { plan }) : text.of('complimentaryUntil', { plan, date });
    return date === '' ? plan : text.of('planUntil', { plan, date });
  }

  #form(isFirst: boolean) {
    const text = this.#text;
    const { setting } = (this.#params.value ?? {}) as { readonly setting?: string };
    return html`<ui-card heading=${text.of('connectTitle')} ?data-hit=${setting === 'connect'}>
      <ui-icon slot="start" name="log-in"></ui-icon>
      <div class="stack">
        <p class="quiet">${text.of('connectAbout')}</p>
        <form class="spread" @submit=${this.#submit}>
          <ui-input mono type="text" label=${text.of('address')} placeholder=${text.of('addressExample')} maxlength="500" .value=${this.address} @input=${this.#type}></ui-input>
          <ui-button type="submit" kind=${isFirst ? 'accent' : 'line'} ?busy=${this.busy !== '' && this.busy === this.address} ?disabled=${this.address.trim() === ''}>${text.of('connect')}</ui-button>
        </form>
      </div>
    </ui-card>`;
  }

  #type(event: Event): void {
    this.address = (event.target as HTMLInputElement).value;
  }

  #typeLink(event: Event): void {
    this.link = (event.target as HTMLInputElement).value;
  }

  readonly #submit = (event: Event): void => {
    event.preventDefault();
    void this.#connect(this.address);
  };

  async #connect(url: string): Promise<void> {
    this.link = '';
    await this.#do(url, async client => {
      const { url: page } = await client.call('connect', { url });
      this.address = '';
      await this.#open(page);
    });
  }

  readonly #finish = (event: Event): void => {
    event.preventDefault();
    void this.#do('finish', async client => {
      await client.call('finish', { link: this.link });
      this.link = '';
    });
  };

  readonly #cancel = (): void => {
    this.link = '';
    void this.#do('cancel', client => client.call('cancel', {}));
  };

  readonly #decline = (): void => {
    void this.#do('decline', client => client.call('decline', {}));
  };

  #again(url: string): void {
    void this.#do(`ask ${url}`, client => client.call('refresh', { url }));
  }

  /** Pressed twice. */
  #leave(url: string): void {
    if (this.leaving !== url) {
      this.leaving = url;
      return;
    }
    this.leaving = '';
    void this.#do(`out ${url}`, async client => {
      const { ended } = await client.call('disconnect', { url });
      this.said = ended ? this.#text.of('signedOut', { host: hostOf(url) }) : this.#text.of('signedOutHere', { host: hostOf(url) });
    });
  }

  readonly #stay = (): void => {
    this.leaving = '';
  };

  async #open(url: string): Promise<void> {
    try {
      await this.view.connect(WindowChannel).call('openExternal', { url });
      this.isBlocked = false;
    } catch {
      this.isBlocked = true;
    }
  }

  async #copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.copied = text;
    } catch {
      this.copied = '';
    }
  }

  async #do(what: string, work: (client: Client<CloudShape>) => Promise<unknown>): Promise<void> {
    this.problem = undefined;
    this.said = '';
    this.busy = what;
    try {
      await work(this.view.connect(CloudChannel));
    } catch (error) {
      this.problem = error instanceof AppError ? error : AppError.fromRecord({ code: 'cloud/failed', message: String(error) });
    } finally {
      this.busy = '';
    }
  }
}

const hostOf = (url: string): string => new URL(url).host;

declare global {
  interface HTMLElementTagNameMap {
    'cloud-settings': CloudSettings;
  }
}
