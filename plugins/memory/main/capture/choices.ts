import { isCount, isFlag, isText, type Settings } from '../store/settings.ts';

const usualPerDay = 50;

/** What the person chose for capture, and how often a model was asked today. */
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
    model: () => settings.read('model', isText),
    perDay: () => settings.read('perDay', isCount) ?? usualPerDay,
    today,
    asked: () => settings.write('asked', { day: day(), asked: today() + 1 }),
    change({ paused, model, perDay }: { readonly paused?: boolean; readonly model?: string; readonly perDay?: number }): void {
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
