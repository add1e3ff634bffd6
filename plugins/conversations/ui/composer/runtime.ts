import { AgentChannel, type AgentEvent, type RuntimeState } from '@atelier/agent/contract';
import type { Handle } from '@atelier/kernel';
import { reopened, type ViewHost } from '@atelier/kernel/ui';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type Conversation, ConversationsChannel } from '../../contract/index.ts';

const busy = new Set(['starting', 'running', 'retrying', 'compacting']);
/** Events that change the state. */
const changing = new Set(['status', 'turnEnded', 'toolEnded', 'settings', 'compaction', 'failed', 'queueChanged']);

/** The state of the conversation on screen: its status, model, queue and context use. */
export class Runtime implements ReactiveController {
  conversation: string | undefined;
  state: RuntimeState | undefined;
  record: Conversation | undefined;
  readonly #host: ReactiveControllerHost & Pick<Node, 'isConnected'>;
  readonly #view: () => ViewHost;
  #handles: Handle[] = [];
  #isReading = false;
  #again = false;

  constructor(host: ReactiveControllerHost & Pick<Node, 'isConnected'>, view: () => ViewHost) {
    this.#host = host;
    this.#view = view;
    host.addController(this);
  }

  get isBusy(): boolean {
    return busy.has(this.state?.status ?? '');
  }

  follow(conversation: string | undefined): void {
    if (conversation === this.conversation) return;
    this.conversation = conversation;
    this.state = undefined;
    this.record = undefined;
    void this.read();
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostUpdate(): void {
    // Lit renders an element once more after it has left the page.
    if (!this.#host.isConnected || this.#handles.length > 0) return;
    const agent = this.#view().connect(AgentChannel);
    const conversations = this.#view().connect(ConversationsChannel);
    this.#handles = [
      agent.on('event', event => this.#take(event)),
      agent.on(reopened as 'event', () => void this.read()),
      conversations.on('rowsChanged', ({ rows }) => {
        // A turn changes its row again and again, and nothing that the composer shows.
        if (!this.isBusy && rows.some(({ id }) => id === this.conversation)) void this.read();
      }),
    ];
  }

  hostDisconnected(): void {
    for (const handle of this.#handles.splice(0)) void handle.dispose();
    this.conversation = undefined;
  }

  /** Reads the state; reads once more if something changed meanwhile. */
  async read(): Promise<void> {
    const { conversation } = this;
    if (conversation === undefined) return;
    if (this.#isReading) {
      this.#again = true;
      return;
    }
    this.#isReading = true;
    // What one message of the connection tells is told in one task, and read once.
    await Promise.resolve();
    this.#again = false;
    try {
      const view = this.#view();
      const [state, record] = await Promise.all([
        view.connect(AgentChannel).call('state', { conversation }),
        view
          .connect(ConversationsChannel)
          .call('conversation', { conversation })
          .catch(() => undefined),
      ]);
      if (conversation === this.conversation) {
        // An event that arrived meanwhile is newer than the answer.
        if (!this.#again || this.state === undefined) this.state = state;
        this.record = record;
        this.#host.requestUpdate();
      }
    } finally {
      this.#isReading = false;
      if (this.#again || conversation !== this.conversation) {
        this.#again = false;
        void this.read();
      }
    }
  }

  #take(event: AgentEvent): void {
    if (event.conversation !== this.conversation || !changing.has(event.kind)) return;
    const { kind, status, queue, context } = event;
    const { state } = this;
    if (state !== undefined) {
      this.state = {
        ...state,
        ...(kind === 'status' && status !== undefined && { status }),
        ...(queue !== undefined && { queue }),
        ...(context !== undefined && { context }),
      };
      this.#host.requestUpdate();
    }
    // The answer that is under way may be older.
    if (this.#isReading) this.#again = true;
    // The levels are known once the engine has opened it, and what came from outside once a turn begins: it goes on with its status alone.
    const goesOn = kind === 'status' && status !== 'starting' && busy.has(status ?? '') && state?.thinkingLevels !== undefined;
    if (state === undefined || !(goesOn || kind === 'queueChanged')) void this.read().catch(() => undefined);
  }
}
