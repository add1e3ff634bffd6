import type { ViewHost } from '@atelier/kernel/ui';
import type { MessageAction } from '../../../contract/index.ts';

/** An action that stands on a message with words of its own. */
export interface Label {
  readonly action: MessageAction;
  readonly text: string;
}

const none: ReadonlyMap<string, readonly Label[]> = new Map();

/** What other plugins have to say of the messages of a conversation, asked when it is shown, after each turn and after each command. */
export class Labels {
  readonly #changed: () => void;
  #asked = '';
  #conversation = '';
  #labels = none;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  of(entry: string | undefined): readonly Label[] {
    return (entry === undefined ? undefined : this.#labels.get(entry)) ?? [];
  }

  /** Asks again where the conversation, its turns or the actions are others than before. */
  follow(view: ViewHost, conversation: string, turn: string, actions: readonly MessageAction[]): void {
    const asking = actions.filter(({ labels }) => labels !== undefined);
    const asked = `${conversation} ${view.slices.get('locale')} ${turn} ${asking.map(({ labels }) => labels).join(' ')}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    if (conversation !== this.#conversation) this.#labels = none;
    this.#conversation = conversation;
    if (asking.length > 0) void this.#ask(view, asked, conversation, asking);
  }

  async #ask(view: ViewHost, asked: string, conversation: string, actions: readonly MessageAction[]): Promise<void> {
    // An extension that fails has nothing to say; its own views tell why.
    const answers = await Promise.all(actions.map(({ labels = '' }) => view.run(labels, { conversation }).catch(() => undefined)));
    if (this.#asked !== asked) return;
    const found = new Map<string, Label[]>();
    for (const [index, action] of actions.entries())
      for (const { entry, text } of labelsIn(answers[index])) found.set(entry, [...(found.get(entry) ?? []), { action, text }]);
    this.#labels = found;
    this.#changed();
  }
}

/** What an extension answered, as far as it has the form. */
function labelsIn(answer: unknown): readonly { readonly entry: string; readonly text: string }[] {
  const { labels } = Object(answer) as { labels?: unknown };
  if (!Array.isArray(labels)) return [];
  return labels.slice(0, 10_000).flatMap(label => {
    const { entry, text } = Object(label) as { entry?: unknown; text?: unknown };
    return typeof entry === 'string' && typeof text === 'string' && text !== '' ? [{ entry, text: text.slice(0, 60) }] : [];
  });
}
