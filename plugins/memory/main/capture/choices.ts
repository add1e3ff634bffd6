import { isCount, isFlag, isText, type Settings } from '../store/settings.ts';
import { openLeftOut } from './left-out.ts';

const usualPerDay = 50;

export interface Choices {
  readonly paused?: boolean;
  readonly untold?: boolean;
  readonly model?: string;
  readonly perDay?: number;
}

/** What the person chose for capture, how often a model was asked today, and what was left out. */
export type CaptureChoices = ReturnType<typeof captureChoices>;

export function captureChoices(settings: Settings, now: () => number) {
  const day = () => new Date(now()).toLocaleDateString('sv');
  const isDay = (value: unknown): value is { readonly day: string; readonly asked: number } =>
    isText(Object(value).day) && isCount(Object(value).asked);
  const today = () => {
    const kept = settings.read('asked', isDay);
    return kept?.day === day() ? kept.asked : 0;
  };
  return {
    paused: () => settings.read('paused', isFlag) ?? false,
    untold: () => settings.read('untold', isFlag) ?? false,
    model: () => settings.read('model', isText),
    perDay: () => settings.read('perDay', isCount) ?? usualPerDay,
    today,
    leftOut: openLeftOut(settings, now),
    asked: () => settings.write('asked', { day: day(), asked: today() + 1 }),
    change({ paused, untold, model, perDay }: Choices): void {
      if (untold !== undefined) settings.write('untold', untold);
      if (paused !== undefined) settings.write('paused', paused);
      if (model !== undefined) settings.write('model', model === '' ? undefined : model);
      if (perDay !== undefined) settings.write('perDay', perDay);
    },
    /** When the day begins that follows now. */
    tomorrow(): number {
      const next = new Date(now());
      next.setHours(24, 0, 0, 0);
      return next.getTime();
    },
  };
}
