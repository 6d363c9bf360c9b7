import type { DateOptionId } from '#contract/ids.ts'
import type { DateAnswer } from '#contract/sets.ts'

type Option = {
  readonly id: DateOptionId
  readonly starts_at: number
  readonly answers: ReadonlyArray<{ readonly answer: DateAnswer }>
}

/**
 * Most yes, then fewest no, then earliest.
 * @returns null until someone has answered yes or if need be
 */
export function bestOption(options: readonly Option[]): DateOptionId | null {
  const count = ({ answers }: Option, wanted: DateAnswer) =>
    answers.filter(({ answer }) => answer === wanted).length
  const [best] = options
    .filter((option) => count(option, 'yes') + count(option, 'maybe') > 0)
    .toSorted(
      (a, b) =>
        count(b, 'yes') - count(a, 'yes') ||
        count(a, 'no') - count(b, 'no') ||
        a.starts_at - b.starts_at,
    )
  return best?.id ?? null
}
