import { setImmediate } from 'node:timers/promises'
import type { Preview } from '#contract/formatting.ts'
import { parseLight } from '../../text/light.ts'

/** Preview of texts with light formatting. Other requests are served between two texts. */
export async function previewOf(texts: readonly string[]): Promise<Preview> {
  const trees: Preview['trees'] = []
  for (const text of texts) {
    trees.push(parseLight(text))
    await setImmediate()
  }
  return { trees }
}
