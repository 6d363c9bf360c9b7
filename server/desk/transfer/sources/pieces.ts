import { TEXT_MAX } from '#contract/fields.ts'
import { cutText } from '#shared/cutText.ts'
import { printable } from '../../../text/keys.ts'
import type { SourceSection } from './source.ts'

/** Signs that turn the direction of what follows. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g

/** A text as one line. @param onCut called when it is longer than allowed, in characters */
export function lineWithin(text: string, max: number, onCut: () => void): string {
  const clean = printable(text).replace(TURNS, '').replace(/\s+/g, ' ').trim()
  if (clean.length <= max) return clean
  onCut()
  return cutText(clean, max).trimEnd()
}

/** A section that is too long goes on in another one. */
export const partsOf = (section: SourceSection, max: number): SourceSection[] =>
  piecesOf(section.content, max).map((content, index) => ({
    ...section,
    content,
    ...(index > 0 && { title: `${cutText(section.title, TEXT_MAX - 8)} (${index + 1})` }),
  }))

/** The text in one piece or several, cut between paragraphs, else between lines, else anywhere. */
export function piecesOf(text: string, max: number): string[] {
  const pieces: string[] = []
  let rest = text.trim()
  while (rest.length > max) {
    const window = rest.slice(0, max)
    const at = [window.lastIndexOf('\n\n'), window.lastIndexOf('\n'), window.lastIndexOf(' ')].find(
      (index) => index > max / 2,
    )
    const end = at ?? cutText(rest, max).length
    pieces.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return [...pieces, rest]
}
