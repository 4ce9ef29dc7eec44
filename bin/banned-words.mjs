// Words of the private dialect that this project once used. Write the field's own terms instead (docs/develop/glossary.md).
// `npm run check` rejects them in comments, English texts and docs. There is no list of exceptions.

export const BANNED = [
  /\bwhoever\b/i,
  /\banew\b/i,
  /\bit were\b/i,
  /\b(of|for|to|by) who\b/i,
  /\bwho is (rung|told|asked|seen)\b/i,
  /\b(is|are|was|were) told\b/i,
  /\btells of\b/i,
  /\bhears\b/i,
  /\bowes?\b/i,
  /\bjudged\b/i,
  /\bheirs?\b/i,
  /\b(nobody|somebody|anybody)'s\b/i,
  /\bbreath\b/i,
  /(?<!long-)\bstanding\b(?! (by|order))/i,
  /\b(the|behind the|row) walls?\b/i,
  /\b(he|him|his)\b/,
  /\bwhat is (done|told|asked|seen|wanted)\b/i,
];

/** Returns the first banned word in a text, or `null`. */
export const bannedWord = (text) => {
  for (const pattern of BANNED) {
    const match = pattern.exec(text);
    if (match) return match[0];
  }
  return null;
};
