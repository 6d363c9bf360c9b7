import { plainDigits } from '#shared/digits.ts'

/** U+30FC is the character of the hyphen key on a Japanese keyboard. */
const GAPS = /[\s\p{Pd}\u30fc]/gu

/**
 * Normal form of a code for comparison: every keyboard's digits and letters; capitals, spaces and hyphens do not count.
 */
export const plainCode = (typed: string): string =>
  plainDigits(typed).toLowerCase().replace(GAPS, '')
