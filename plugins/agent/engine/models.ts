import type * as Pi from '@earendil-works/pi-coding-agent';
import type { EngineModel, ThinkingLevel } from './protocol.ts';

/** The engine's levels without `max`, which Atelier does not offer. */
export function levelsOf(levels: readonly string[]): readonly ThinkingLevel[] {
  return levels.filter(level => level !== 'max') as ThinkingLevel[];
}

type Model = ReturnType<Pi.ModelRuntime['getModels']>[number];

/** A model as the picker shows it. */
export function describeModel(model: Model, available: ReadonlySet<string>): EngineModel {
  const id = `${model.provider}/${model.id}`;
  return {
    id,
    provider: model.provider,
    name: model.name,
    available: available.has(id),
    ...(model.contextWindow > 0 && { contextWindow: model.contextWindow }),
    inputCost: model.cost.input,
    outputCost: model.cost.output,
    images: model.input.includes('image'),
    thinkingLevels: supportedLevels(model),
  };
}

/** The same result as the engine's own function, which it does not export. */
function supportedLevels({ reasoning, thinkingLevelMap }: Model): readonly ThinkingLevel[] {
  if (!reasoning) return ['off'];
  const map = thinkingLevelMap ?? {};
  return (['off', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const).filter(level =>
    level === 'xhigh' ? map.xhigh !== undefined && map.xhigh !== null : map[level] !== null,
  );
}
