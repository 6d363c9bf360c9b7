import type { DateOptionId, MemberId } from '#contract/ids.ts'
import type { DateAnswer } from '#contract/sets.ts'

type Option = {
  readonly id: DateOptionId
  readonly starts_at: number
  readonly answers: ReadonlyArray<{ readonly user_id: MemberId; readonly answer: DateAnswer }>
}

/**
 * The best option, with most yes, then fewest no, then the earliest, and those that only begin later.
 * @returns none until two members have answered: a poll begins with the answers of its maker
 */
export function bestOptions(options: readonly Option[]): DateOptionId[] {
  const count = ({ answers }: Option, wanted: DateAnswer) =>
    answers.filter(({ answer }) => answer === wanted).length
  const members = new Set(options.flatMap(({ answers }) => answers.map(({ user_id }) => user_id)))
  if (members.size < 2) return []
  const byQuality = options
    .filter((option) => count(option, 'yes') + count(option, 'maybe') > 0)
    .toSorted(
      (a, b) =>
        count(b, 'yes') - count(a, 'yes') ||
        count(a, 'no') - count(b, 'no') ||
        a.starts_at - b.starts_at,
    )
  const [best] = byQuality
  if (best === undefined) return []
  const isAsGood = (one: Option) =>
    count(one, 'yes') === count(best, 'yes') && count(one, 'no') === count(best, 'no')
  return byQuality.filter(isAsGood).map(({ id }) => id)
}
