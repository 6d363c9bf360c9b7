import { plainDigits } from '#contract/digits.ts'

/** U+30FC is what the key of the hyphen types on a Japanese keyboard. */
const GAPS = /[\s\p{Pd}\u30fc]/gu

/** A code as it is compared: every keyboard's digits and letters; capitals, spaces and hyphens do not count. */
export const plainCode = (typed: string): string =>
  plainDigits(typed).toLowerCase().replace(GAPS, '')
