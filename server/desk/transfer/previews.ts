import type { EntryPreview, PreviewOf } from '#contract/schemas/transfer.ts'
import { type EntryFate, PREVIEWS_MAX } from '#contract/transfer.ts'
import { parseLight } from '../../text/light.ts'
import type { NotedEntry } from './keyedRows.ts'

/** Counts the entries of an import, and shows some of them. */
export class EntryNotes {
  readonly fates: Record<EntryFate, number> = { new: 0, changed: 0, same: 0 }
  readonly previews: EntryPreview[] = []
  readonly #shown: PreviewOf | undefined
  readonly #language: string
  #at = 0

  /**
   * @param shown none are shown without it
   * @param language of the report
   */
  constructor(shown: PreviewOf | undefined, language: string) {
    this.#shown = shown
    this.#language = language
  }

  note({ title, fate, changes, text, isPlain = false }: NotedEntry): void {
    this.fates[fate]++
    if (this.#shown === undefined || (this.#shown.fate ?? fate) !== fate) return
    const place = this.#at++ - this.#shown.from
    if (place < 0 || place >= PREVIEWS_MAX) return
    const whole = text(this.#language)
    this.previews.push({
      title,
      fate,
      changes: changes(),
      text: whole,
      tree: isPlain ? null : parseLight(whole),
    })
  }
}
