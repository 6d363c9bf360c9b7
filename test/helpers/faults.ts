/** `npm run faults` runs the fault tests at full length, `npm test` a short form of the same tests. */
export const isLong = process.env.FAULTS === 'long'

/** How often or how much: the first number at full length, the second in the short form. */
export const amount = (long: number, short: number): number => (isLong ? long : short)
