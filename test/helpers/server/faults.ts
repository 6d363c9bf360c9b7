import { appendFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'

/** `npm run lab -- faults` runs the fault tests at full length, `npm test` a short form of the same tests. */
export const isLong = process.env.FAULTS === 'long'

/** How often or how much: the first number at full length, the second in the short form. */
export const amount = (long: number, short: number): number => (isLong ? long : short)

/** Seed of everything random in a fault test, named in its title; `FAULTS_SEED=7` tries others. */
export const SEED = Number(process.env.FAULTS_SEED ?? 412)

/**
 * Puts a measured figure into the test's row of the table of `npm run lab -- faults`, with the limit if there is one:
 * `figure('writes again after 2.1 s (limit 60 s)')`. `expect` decides whether it is good enough.
 */
export function figure(text: string): void {
  const file = process.env.FAULTS_FIGURES
  if (file === undefined) return
  const test = expect.getState().currentTestName
  appendFileSync(file, `${JSON.stringify({ test, text })}\n`)
}

/** Limit in milliseconds. */
const SEEN_WITHIN = 30_000

/**
 * Polls until the condition holds.
 * @returns the last value
 * @throws after half a minute, with the last value
 */
export async function eventually<T>(
  look: () => T | Promise<T>,
  isSo: (seen: T) => boolean,
): Promise<T> {
  const end = performance.now() + SEEN_WITHIN
  for (;;) {
    const seen = await look()
    if (isSo(seen)) return seen
    if (performance.now() > end) throw new Error(`It never was so; last seen: ${String(seen)}`)
    await setImmediate()
  }
}
