import type { Language } from './words/index.ts';

const french =
  /(?<![\p{L}'’])(?:le|la|les|des|du|une?|est|et|je|tu|vous|nous|moi|mon|ma|mes|ce|cette|que|qui|quoi|pour|avec|dans|sur|pas|bonjour|salut|bonsoir|merci|aide|lis|lire|fichier|dossier|modifie|modifier|échec|echec|échoue|panne|visite|réfléchis|reflechis|pense|longue|histoire|écris|ecris|tableau|titre|commande)(?![\p{L}])/giu;
const english =
  /(?<![\p{L}'’])(?:the|an?|is|are|and|i|you|we|me|my|this|that|what|which|for|with|in|on|not|hello|hi|hey|thanks|thank|help|read|file|folder|edit|change|fail|failing|outage|tour|think|story|write|table|formatting|title|command|please|show)(?![\p{L}])/giu;

/** A message of the chat completions API; its content is untrusted. */
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

/** The input of a scenario: the message to answer, and the results of the tool calls so far. */
export interface Turn {
  readonly text: string;
  readonly language: Language;
  /** The conversation has no earlier answer. */
  readonly first: boolean;
  readonly thinks: boolean;
  readonly images: number;
  readonly tools: readonly string[];
  /** The results of tools since the message, in order. */
  readonly answers: readonly string[];
  readonly system: string;
}

/** Undefined if the body is no chat request. */
export function readRequest(body: unknown): ChatRequest | undefined {
  const request = body as Partial<ChatRequest> | null;
  if (typeof request !== 'object' || request === null || !Array.isArray(request.messages)) return undefined;
  const whole = request.messages.every((message: unknown) => typeof (message as Partial<ChatMessage> | null)?.role === 'string');
  return whole ? (request as ChatRequest) : undefined;
}

export function turnOf(request: ChatRequest, thinkingModel: boolean): Turn {
  const { messages } = request;
  const at = messages.findLastIndex(isWrittenByPerson);
  const message = messages[at];
  const earlier = messages.slice(0, Math.max(at, 0));
  return {
    text: textOf(message?.content),
    language: languageOf(
      [...earlier.filter(isWrittenByPerson), ...(message ? [message] : [])].reverse().map(message => textOf(message.content)),
    ),
    first: !earlier.some(({ role }) => role === 'assistant'),
    thinks: thinkingModel && request.reasoning_effort !== undefined && request.reasoning_effort !== 'none',
    images: imagesOf(message?.content),
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

/** The language of the newest text whose language is recognised; French if there is none. */
function languageOf(newestFirst: readonly string[]): Language {
  for (const text of newestFirst) {
    const head = text.slice(0, 4_000);
    const marks =
      (head.match(french)?.length ?? 0) + (head.match(/[àâçéèêëîïôùûœ«»]/giu)?.length ?? 0) - (head.match(english)?.length ?? 0);
    if (marks !== 0) return marks > 0 ? 'fr' : 'en';
  }
  return 'fr';
}

/** Whether the person wrote the message: the engine sends a picture that a tool has read as a user message. */
function isWrittenByPerson({ role, content }: ChatMessage): boolean {
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
