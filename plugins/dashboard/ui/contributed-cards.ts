import { Contributed, type ViewHost } from '@atelier/kernel/ui';
import { type Finding, mayRunFrom } from '@atelier/workbench/contract';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type Card, type CardContent, type CardRow, Cards } from '../contract/index.ts';

const defaultOrder = 100;
/** Of a card that is first: what needs the person is not left out as long as there is a key for it. */
const most = { first: 9, other: 5 };
const longest = 200;
const mostActions = 3;
const longestAction = 40;

/** A card with what its command returned. */
export interface ShownCard extends CardContent, Pick<Card, 'title' | 'open' | 'openTitle' | 'first'> {
  run(row: Pick<Finding, 'command' | 'args'>): Promise<unknown>;
}

/** The cards that extensions contribute. One whose command fails is left out; what a row leads to is checked as in the palette. */
export class ContributedCards implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #view: () => ViewHost;
  readonly #cards: Contributed<Card>;
  readonly #commands: Contributed<{ readonly id: string; readonly access?: unknown }>;
  #asked = '';
  #reads = 0;
  readonly #answers = new Map<string, ShownCard | undefined>();

  constructor(host: ReactiveControllerHost, view: () => ViewHost) {
    this.#host = host;
    this.#view = view;
    this.#cards = new Contributed(host, view, Cards.key);
    this.#commands = new Contributed(host, view, '@atelier/kernel:commands@1');
    host.addController(this);
  }

  hostUpdated(): void {
    const asked = JSON.stringify([this.#cards.items, this.#commands.items.length > 0]);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.refresh();
  }

  /** In order; one that has not answered yet is not among them, and holds up no other. */
  get shown(): readonly ShownCard[] {
    return this.#ordered.map(({ from, value }) => this.#answers.get(keyOf(from, value))).filter(card => card !== undefined);
  }

  refresh(): void {
    this.#reads += 1;
    const read = this.#reads;
    for (const { from, value } of this.#ordered)
      void this.#ask(from, value).then(card => {
        if (read !== this.#reads) return;
        this.#answers.set(keyOf(from, value), card);
        this.#host.requestUpdate();
      });
  }

  get #ordered() {
    return [...this.#cards.items].sort((a, b) => (a.value.order ?? defaultOrder) - (b.value.order ?? defaultOrder));
  }

  async #ask(from: string, { title, command, open, openTitle, first }: Card): Promise<ShownCard | undefined> {
    const mayRun = (id: string) => mayRunFrom(this.#commands.items, from, id);
    try {
      const { rows, empty, note, online } = (await this.#view().run(command, {})) as CardContent;
      const own = rows.slice(0, first === true ? most.first : most.other).filter(row => mayRun(row.command));
      return {
        title,
        ...(open !== undefined && openTitle !== undefined && mayRun(open) && { open, openTitle }),
        ...(first !== undefined && { first }),
        rows: own.map(row => shortened(row, mayRun)),
        ...(note !== undefined && { note: String(note).slice(0, longest) }),
        ...(empty !== undefined && { empty: String(empty).slice(0, longest) }),
        ...(online !== undefined && { online }),
        run: async row => await this.#view().run(row.command, row.args),
      };
    } catch {
      return undefined;
    }
  }
}

function keyOf(from: string, { command }: Card): string {
  return `${from} ${command}`;
}

/** What an extension returns is of any length. */
function shortened({ title, meta, end, actions = [], ...row }: CardRow, mayRun: (command: string) => boolean): CardRow {
  const short = (text: string) => String(text).slice(0, longest);
  return {
    ...{ ...row, title: short(title) },
    ...(meta !== undefined && { meta: short(meta) }),
    ...(end !== undefined && { end: short(end) }),
    actions: actions
      .slice(0, mostActions)
      .filter(action => mayRun(action.command))
      .map(action => ({ ...action, title: short(action.title).slice(0, longestAction) })),
  };
}
