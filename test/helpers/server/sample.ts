import fc from 'fast-check'
import { amount, SEED } from './faults.ts'

/** Up to this many of the items, chosen and ordered at random by SEED. */
export function sample<T>(items: readonly T[], count: number): T[] {
  const size = Math.min(count, items.length)
  const some = fc.shuffledSubarray([...items], { minLength: size, maxLength: size })
  return fc.sample(some, { numRuns: 1, seed: SEED })[0] ?? []
}

/** All items at full length; in the short form one, chosen at random by SEED. */
export const allOrOne = <T>(items: readonly T[]): T[] => sample(items, amount(items.length, 1))
