import { MemoryDetail } from '../detail/memory-detail.ts';
import { MemoryForget } from '../dialogs/memory-forget.ts';
import { MemoryForm } from '../dialogs/memory-form.ts';
import { MemoryImport } from '../dialogs/memory-import.ts';
import { MemoryRecords } from '../records/memory-records.ts';
import { MemoryCapture } from '../upkeep/memory-capture.ts';
import { MemoryReview } from '../upkeep/memory-review.ts';
import { MemorySettingsPage } from '../upkeep/memory-settings-page.ts';
import { MemorySources } from '../upkeep/memory-sources.ts';
import { MemoryWaiting } from '../upkeep/memory-waiting.ts';
import { MemoryExplained } from '../used/memory-explained.ts';
import { MemoryBrowser } from './memory-browser.ts';
import { MemoryForgotten } from './memory-forgotten.ts';
import { MemoryInstruction, MemoryInstructions } from './memory-instructions.ts';
import { MemoryTimeline } from './memory-timeline.ts';

const elements = {
  'memory-browser': MemoryBrowser,
  'memory-records': MemoryRecords,
  'memory-detail': MemoryDetail,
  'memory-form': MemoryForm,
  'memory-forget': MemoryForget,
  'memory-import': MemoryImport,
  'memory-timeline': MemoryTimeline,
  'memory-instruction': MemoryInstruction,
  'memory-instructions': MemoryInstructions,
  'memory-forgotten': MemoryForgotten,
  'memory-waiting': MemoryWaiting,
  'memory-review': MemoryReview,
  'memory-capture': MemoryCapture,
  'memory-settings-page': MemorySettingsPage,
  'memory-sources': MemorySources,
  'memory-explained': MemoryExplained,
};

for (const [tag, element] of Object.entries(elements)) if (customElements.get(tag) === undefined) customElements.define(tag, element);
