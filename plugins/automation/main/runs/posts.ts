import type { ChannelsService, Posted } from '@atelier/channels/contract';
import type { AppError, Notification } from '@atelier/kernel';
import { plainText } from '@atelier/kernel/plain-text';
import { errors } from '../errors.ts';
import { problemOf } from '../problems.ts';
import type { Receipts, StoredDelivery, Undelivered } from '../store/receipts.ts';
import type { Clock } from '../time/clock.ts';
import { bare } from './messages.ts';

export interface PostsParts {
  /** Undefined while there are no channels. */
  channels(): Pick<ChannelsService, 'post' | 'posted'> | undefined;
  readonly receipts: Pick<Receipts, 'undelivered' | 'deliveredTo' | 'delivered'>;
  readonly clock: Clock;
  changed(rule: string): void;
  failed(error: AppError): void;
  notify(notification: Notification): Promise<void>;
  warn(error: unknown): void;
  asItself(run: () => Promise<void>): Promise<void>;
}

const [mostRead, mostBody] = [4000, 300];

/**
 * Has results sent through channels. Their key is their receipt, so each is sent once, also over a kill; what became of it is what the
 * channel says. What could not be sent is left to the person as a notification.
 */
export class Posts {
  readonly #parts: PostsParts;
  #work: Promise<void> = Promise.resolve();

  constructor(parts: PostsParts) {
    this.#parts = parts;
  }

  /** Looks at all that is not sent. */
  send(): Promise<void> {
    return this.#queue(() => this.#parts.receipts.undelivered('channel'));
  }

  /** The channel says that something has become of a receipt's result. */
  changed(receipt: string): Promise<void> {
    return this.#queue(() => [this.#parts.receipts.deliveredTo(receipt, 'channel')].filter(one => one !== undefined));
  }

  #queue(which: () => readonly Undelivered[]): Promise<void> {
    const { asItself, warn } = this.#parts;
    const all = async () => {
      for (const one of which()) await this.#look(one);
    };
    this.#work = this.#work.then(() => asItself(all)).catch(warn);
    return this.#work;
  }

  async #look(one: Undelivered): Promise<void> {
    const { receipts, clock, notify, changed, warn } = this.#parts;
    const found = one.delivery.status === 'waiting' ? await this.#handed(one) : await this.#told(one);
    const { problem: known, ...before } = one.delivery;
    if (found === undefined || (found.status === before.status && found.problem?.code === known?.code)) return;
    const { isDropped, ...delivery } = found;
    receipts.delivered(one.id, { ...before, ...delivery, at: clock.now() });
    changed(one.rule);
    if (delivery.status === 'failed' && before.status !== 'failed' && isDropped !== true)
      await notify({
        title: one.title,
        body: plainText(textOf(one).slice(0, mostRead)).slice(0, mostBody),
        command: 'automation.open',
        args: { rule: one.rule },
        keep: true,
      }).catch(warn);
  }

  /** Gives it to the channel, which knows the same receipt again. */
  async #handed(one: Undelivered): Promise<Found> {
    try {
      const channels = this.#parts.channels();
      if (channels === undefined) throw errors['automation/no-channels']({});
      const { channel = '', thread = '' } = one.delivery;
      return foundOf(await channels.post({ channel, thread }, textOf(one), one.id));
    } catch (error) {
      const problem = problemOf(error);
      const why = { en: bare(problem.texts.en), fr: bare(problem.texts.fr) };
      this.#parts.failed(errors['automation/not-posted']({ title: one.title, why }, error));
      return { status: 'failed', problem };
    }
  }

  async #told({ id, delivery }: Undelivered): Promise<Found | undefined> {
    const channels = this.#parts.channels();
    if (channels === undefined) return undefined;
    const posted = await channels.posted(delivery.channel ?? '', id);
    return posted === undefined ? { status: 'uncertain' } : foundOf(posted);
  }
}

type Found = Pick<StoredDelivery, 'status' | 'problem'> & { readonly isDropped?: boolean };

function foundOf({ state, why }: Posted): Found {
  if (state === 'sent') return { status: 'sent' };
  if (state === 'uncertain') return { status: 'uncertain', problem: problemOf(errors['automation/maybe-posted']({})) };
  if (state === 'dropped') return { status: 'failed', problem: problemOf(errors['automation/post-dropped']({})), isDropped: true };
  if (state !== 'failed') return { status: 'sending' };
  return { status: 'failed', problem: problemOf(errors['automation/post-failed']({ why: why ?? '' })) };
}

const textOf = ({ answer, title }: Undelivered): string => (answer === '' ? title : answer);
