import fc from 'fast-check'
import { amount, SEED } from './faults.ts'

/** This many of the items, in the order of the dice of SEED; all of them when there are not more. */
export function sample<T>(items: readonly T[], count: number): T[] {
  const size = Math.min(count, items.length)
  const some = fc.shuffledSubarray([...items], { minLength: size, maxLength: size })
  return fc.sample(some, { numRuns: 1, seed: SEED })[0] ?? []
}

/** All at full length; in the short form one, by the dice of SEED. */
export const allOrOne = <T>(items: readonly T[]): T[] => sample(items, amount(items.length, 1))
