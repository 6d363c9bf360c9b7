import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import type { MessageKey } from '#src/i18n/messageKeys.ts'

/** Checked part of a password: zxcvbn is superlinear in length, and longer passwords are not weak. */
const CHECKED_CHARACTERS_MAX = 64
/** Highest zxcvbn score (0 to 4, by the number of guesses) that gets advice. */
const WEAK_MAX = 2
/** Shortest part of a name that is looked for in the password. Characters. */
const PART_MIN = 3

const estimator = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  maxLength: CHECKED_CHARACTERS_MAX,
})

const texts: Readonly<Record<string, MessageKey>> = {
  topTen: 'password_advice.common',
  topHundred: 'password_advice.common',
  common: 'password_advice.common',
  similarToCommon: 'password_advice.similar',
  straightRow: 'password_advice.keys',
  keyPattern: 'password_advice.keys',
  simpleRepeat: 'password_advice.repeats',
  extendedRepeat: 'password_advice.repeats',
  sequences: 'password_advice.sequences',
  recentYears: 'password_advice.dates',
  dates: 'password_advice.dates',
  userInputs: 'password_advice.known',
}

const partsOf = (text: string): string[] =>
  [...text.split('@'), ...text.split(/[^\p{L}\p{N}]+/u)].filter((part) => part.length >= PART_MIN)

/**
 * Advice on a password that is easy to guess; null for none. Computed in the browser, nothing is sent.
 * @param known user name and e-mail address, which are guessed first
 */
export function adviceOn(password: string, known: readonly string[]): MessageKey | null {
  if (password === '') return null
  const { score, feedback } = estimator.check(password, known.flatMap(partsOf))
  if (score > WEAK_MAX) return null
  return texts[feedback.warning ?? ''] ?? 'password_advice.weak'
}
