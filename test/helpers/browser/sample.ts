import fc from 'fast-check'
import { SEED } from '#test/helpers/server/faults.ts'

/** This many of the items, in the order of the dice of SEED; all of them when there are not more. */
export function sample<T>(items: readonly T[], count: number): T[] {
  const size = Math.min(count, items.length)
  const some = fc.shuffledSubarray([...items], { minLength: size, maxLength: size })
  return fc.sample(some, { numRuns: 1, seed: SEED })[0] ?? []
}
