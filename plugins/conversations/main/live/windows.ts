import type { Publisher } from '@atelier/kernel';
import type { ConversationsChannel } from '../../contract/index.ts';
import type { ConversationRecords } from '../records/conversations.ts';
import { rowOf } from '../records/rows.ts';
import type { Activity } from './activity.ts';

export type Shape = NonNullable<(typeof ConversationsChannel)['shape']>;

/** Sends events to the windows. */
export class Windows {
  readonly #records: ConversationRecords;
  readonly #activity: Activity;
  #publisher: Publisher<Shape> | undefined;

  constructor(records: ConversationRecords, activity: Activity) {
    this.#records = records;
    this.#activity = activity;
  }

  /** Sets the publisher; events before this call are dropped. */
  open(publisher: Publisher<Shape>): void {
    this.#publisher = publisher;
  }

  emit<K extends keyof Shape['events'] & string>(name: K, event: Shape['events'][K]): void {
    this.#publisher?.emit(name, event);
  }

  /** Notifies the windows that a row was changed or removed. */
  changed(conversation: string, reordered: boolean): void {
    const record = this.#records.find(conversation);
    if (record?.hidden === true) return;
    this.emit('rowsChanged', {
      rows: record === undefined ? [] : [rowOf(record, this.#activity)],
      removed: record === undefined ? [conversation] : [],
      reordered,
    });
  }
}
