import { appendFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'

/** `npm run lab -- faults` runs the fault tests at full length, `npm test` a short form of the same tests. */
export const isLong = process.env.FAULTS === 'long'

/** How often or how much: the first number at full length, the second in the short form. */
export const amount = (long: number, short: number): number => (isLong ? long : short)

/** Of everything random in a fault test, whose title names it; `FAULTS_SEED=7` is another run of the dice. */
export const SEED = Number(process.env.FAULTS_SEED ?? 412)

/**
 * Puts what a test measured into its row of the table of `npm run lab -- faults`, with the limit if there is one:
 * `figure('writes again after 2.1 s (limit 60 s)')`. Whether it is good enough is for `expect` to say.
 */
export function figure(text: string): void {
  const file = process.env.FAULTS_FIGURES
  if (file === undefined) return
  const test = expect.getState().currentTestName
  appendFileSync(file, `${JSON.stringify({ test, text })}\n`)
}

/** Milliseconds: something that takes longer has been lost. */
const SEEN_WITHIN = 30_000

/**
 * Looks again and again until it is so.
 * @returns what was seen last
 * @throws after half a minute, with what was seen last
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
