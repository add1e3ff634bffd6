import { languageOf } from './language.ts';
import type { Language } from './words/index.ts';

/** A message as chat completions have it; everything in it is somebody else's text. */
export interface ChatMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_call_id?: string;
}

export interface ChatRequest {
  readonly model?: string;
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly reasoning_effort?: string;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly unknown[];
}

/** What a scenario knows: the message that is to be answered, and what was done about it so far. */
export interface Turn {
  readonly text: string;
  readonly language: Language;
  /** Nothing was answered before in this conversation. */
  readonly first: boolean;
  readonly thinks: boolean;
  readonly images: number;
  readonly tools: readonly string[];
  /** What the tools have answered since the message, in order. */
  readonly answers: readonly string[];
  readonly system: string;
}

/** Undefined where the body is no chat request. */
export function readRequest(body: unknown): ChatRequest | undefined {
  const request = body as Partial<ChatRequest> | null;
  if (typeof request !== 'object' || request === null || !Array.isArray(request.messages)) return undefined;
  const whole = request.messages.every((one: unknown) => typeof (one as Partial<ChatMessage> | null)?.role === 'string');
  return whole ? (request as ChatRequest) : undefined;
}

export function turnOf(request: ChatRequest, thinkingModel: boolean): Turn {
  const { messages } = request;
  const at = messages.findLastIndex(isAsked);
  const asked = messages[at];
  const earlier = messages.slice(0, Math.max(at, 0));
  return {
    text: textOf(asked?.content),
    language: languageOf([...earlier.filter(isAsked), ...(asked ? [asked] : [])].reverse().map(one => textOf(one.content))),
    first: !earlier.some(({ role }) => role === 'assistant'),
    thinks: thinkingModel && request.reasoning_effort !== undefined && request.reasoning_effort !== 'none',
    images: imagesOf(asked?.content),
    tools: (request.tools ?? []).map(tool => (tool as { function?: { name?: unknown } } | null)?.function?.name).filter(isText),
    answers: messages
      .slice(at + 1)
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => textOf(content)),
    system: messages
      .filter(({ role }) => role === 'system' || role === 'developer')
      .map(({ content }) => textOf(content))
      .join('\n'),
  };
}

/** A picture that a tool has read comes in a user message that nobody has written. */
function isAsked({ role, content }: ChatMessage): boolean {
  return role === 'user' && !textOf(content).startsWith('Attached image(s) from tool result');
}

export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => (part as { text?: unknown } | null)?.text)
    .filter(isText)
    .join('\n');
}

function imagesOf(content: unknown): number {
  return Array.isArray(content) ? content.filter((part: unknown) => (part as { type?: unknown } | null)?.type === 'image_url').length : 0;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
