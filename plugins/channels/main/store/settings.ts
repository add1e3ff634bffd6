import type { Database } from '@atelier/kernel';
import type { Policy } from '../../contract/index.ts';

/** What holds for a channel until the person changes it: files of its folder are read, and nothing else. */
export const firstPolicy: Policy = { reads: true, writes: false, commands: false, others: false, perMinute: 30 };

export interface ChannelSettings {
  readonly on: boolean;
  readonly policy: Policy;
}

export interface Settings {
  of(channel: string): ChannelSettings;
  change(channel: string, change: Partial<ChannelSettings>): ChannelSettings;
  isPaused(): boolean;
  pause(isPaused: boolean): void;
}

/** What the person has set for each channel, and whether all are paused. */
export function openSettings(db: Database): Settings {
  const write = db.prepare('INSERT OR REPLACE INTO channels (id, is_on, policy) VALUES (?, ?, ?)');
  const writePause = db.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES ('paused', ?)");
  const known = new Map(
    db
      .prepare<{ id: string; is_on: number; policy: string }>('SELECT * FROM channels')
      .all()
      .map(({ id, is_on, policy }) => [id, { on: is_on === 1, policy: { ...firstPolicy, ...(JSON.parse(policy) as Policy) } }] as const),
  );
  let isPaused = db.prepare<{ value: string }>("SELECT value FROM settings WHERE name = 'paused'").get()?.value === 'true';
  const of = (channel: string): ChannelSettings => known.get(channel) ?? { on: true, policy: firstPolicy };
  return {
    of,
    change(channel, change) {
      const changed = { ...of(channel), ...change };
      write.run(channel, Number(changed.on), JSON.stringify(changed.policy));
      known.set(channel, changed);
      return changed;
    },
    isPaused: () => isPaused,
    pause(to) {
      writePause.run(String(to));
      isPaused = to;
    },
  };
}
