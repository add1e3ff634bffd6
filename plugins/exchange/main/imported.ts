/** A piece of a message as any program may have kept it; what the agent makes an entry of. */
export interface ImportedPart {
  readonly kind: 'text' | 'thinking' | 'image' | 'tool';
  readonly text?: string;
  readonly mimeType?: string;
  readonly data?: string;
  readonly name?: string;
  readonly args?: Record<string, unknown>;
  readonly result?: { readonly ok: boolean; readonly text: string };
}

export interface ImportedMessage {
  readonly role: 'user' | 'assistant';
  readonly at: number;
  readonly model?: string;
  readonly parts: readonly ImportedPart[];
}
