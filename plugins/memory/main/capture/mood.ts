/** It was so once. "Is used to" is another matter. */
const lapsed =
  /(?<!\b(?:is|are|was|were|be|been|being|am|get|gets|got|getting|m|re|s)\s(?:not |quite |now )?)\bused to\b|\b(?:formerly|previously|no longer|any ?more|not any longer|stopped|quit|gave up|given up|ceased|fr[uü]her|nicht mehr|ya no|antes)\b|(?<!\p{L})(?:autrefois|jadis|auparavant|nagu[eè]re|arr[eê]t[eé]|cess[eé]|abandonn[eé])(?!\p{L})/iu;
/** "J’habitais": the person says what was. What they would like ends in "rais", and some say in "ais" what is. */
const wasFrench =
  /(?<!\p{L})j(?:e\s|['’])(?:y\s|en\s|l['’]|la\s|le\s|les\s)?(?!(?:fais|sais|vais|connais|reconnais|hais|plais|tais|nais)(?!\p{L}))\p{L}{1,20}(?<!r)ais(?!\p{L})/iu;
/** What a memory tells of the past with; rather once too often. */
const past = /\b(?:was|were|had|did|until|once|lived|\p{L}{2,20}ed)\b|(?<!\p{L})\p{L}{2,20}(?:ait|aient|ais)(?!\p{L})|jusqu/iu;
/** The person asks, and does not ask for something: "can you use tabs?" wants tabs. */
const asking =
  /^[^\p{L}]*(?:and |but |so |et |mais |ou )?(?:do|does|did|am|is|are|was|were|have|has|had|where|when|why|what|who|whom|which|how|est-ce-que|o[uù]|quand|pourquoi|qui|quel|quelle|quels|quelles|combien|comment|suis-je|ai-je|\p{L}+-(?:je|t-il|t-elle|il|elle|ils|elles))\s/iu;
/** Of what is not so, or only where something else is. */
const supposing =
  /^[^\p{L}]*(?:and |but |et |mais )?(?:if|suppose|supposing|imagine|let['’]s say|what if|si|et si|supposons|imagine[zr]?|wenn|falls)\s/iu;
const conditional = /\b(?:if|when|whenever|unless|where|would|si|quand|lorsqu\p{L}*|wenn|falls)\b|(?<!\p{L})s['’]il/iu;

/** A part of what was said, and whether a question mark ends its sentence. */
export interface Clause {
  readonly text: string;
  readonly isQuestion: boolean;
}

/**
 * Whether what a part of a memory says as it is was said otherwise: as something that was, that was asked, or that was supposed; or whether it
 * says of what is that it was. `denied`: whether the part, and what was said, denies.
 */
export function isOtherMood({ text, isQuestion }: Clause, part: string, whole: string, denied: { part: boolean; said: boolean }): boolean {
  const hasLapsed = lapsed.test(text) || wasFrench.test(text);
  if (hasLapsed && !denied.part && !lapsed.test(part) && !past.test(part)) return true;
  if (!hasLapsed && !denied.said && lapsed.test(part) && !past.test(text)) return true;
  if (isQuestion && asking.test(`${text.trim()} `)) return true;
  return supposing.test(text) && !conditional.test(whole);
}
