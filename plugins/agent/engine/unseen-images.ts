import type { ExtensionAPI } from '@earendil-works/pi-coding-agent';
import { fieldsOf } from './history/entry-summary.ts';

/**
 * Writes into each answer how many images of the conversation its model was not sent, because it is not said to read any: the engine puts
 * words in their place. Whoever corrects later what a model can do does not change what it got.
 */
export function recordUnseenImages(pi: ExtensionAPI): void {
  let unseen = 0;
  pi.on('context_with_system', ({ messages }, { model }) => {
    unseen = model === undefined || model.input.includes('image') ? 0 : messages.reduce((sum, message) => sum + imagesIn(message), 0);
    return undefined;
  });
  pi.on('message_end', ({ message }) => {
    if (unseen === 0 || message.role !== 'assistant') return undefined;
    return { message: { ...message, ...{ atelier: { ...fieldsOf(fieldsOf(message).atelier), unseen } } } };
  });
}

/** How many images the model of an answer was not sent. */
export function unseenImages(message: unknown): number {
  const { unseen } = fieldsOf(fieldsOf(message).atelier);
  return typeof unseen === 'number' && Number.isSafeInteger(unseen) && unseen > 0 ? unseen : 0;
}

function imagesIn(message: unknown): number {
  const { content } = fieldsOf(message);
  return Array.isArray(content) ? content.filter(part => fieldsOf(part).type === 'image').length : 0;
}
