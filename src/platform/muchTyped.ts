/** Texts of up to this many words, such as names, addresses and passwords, are quickly typed again. */
const FEW_WORDS = 3

/** Whether leaving would lose more than a few typed words (ruling 80). @param saved the texts before, in the same order */
export function isMuchTyped(texts: readonly string[], saved: readonly string[] = []): boolean {
  const words = new Intl.Segmenter(undefined, { granularity: 'word' })
  let count = 0
  for (const [at, text] of texts.entries())
    for (const { isWordLike } of words.segment(changedIn(text, saved[at] ?? ''))) {
      if (isWordLike) count += 1
      if (count > FEW_WORDS) return true
    }
  return false
}

/** The part of a text that differs from the saved one, without their common beginning and end. */
function changedIn(text: string, saved: string): string {
  const most = Math.min(text.length, saved.length)
  let start = 0
  while (start < most && text[start] === saved[start]) start += 1
  let end = 0
  while (end < most - start && text.at(-1 - end) === saved.at(-1 - end)) end += 1
  return text.slice(start, text.length - end)
}
