import { cutText } from '#shared/cutText.ts'
import { bodyOf, complaintsOf, sentencesIn } from '../http/errors.ts'

/** Room for two sentences about each field of the longest form; more would cover the page. Characters. */
const REPEATED_MAX = 1000

/** All the server's sentences in one line, each once, truncated to `REPEATED_MAX`. */
export function allSentencesOf(error: unknown): string {
  const complaints = complaintsOf(error).map(({ sentence }) => sentence.trim())
  const sentences = complaints.length > 0 ? complaints : sentencesIn(bodyOf(error).detail)
  const line = [...new Set(sentences)].join(' ')
  return line.length > REPEATED_MAX ? `${cutText(line, REPEATED_MAX - 1).trimEnd()}…` : line
}
