/** Ticks of an axis from zero: whole, round numbers, at most five of them, the last not below `most`. */
export function ticksTo(most: number): number[] {
  const rough = Math.max(1, most) / 4
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)))
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? 10 * power
  const count = Math.ceil(Math.max(1, most) / step)
  return Array.from({ length: count + 1 }, (_, at) => at * step)
}

/** Indexes of at most `count` labels along `length` bars, always with the first and the last. */
export function labelsAlong(length: number, count: number): number[] {
  if (length <= count) return Array.from({ length }, (_, at) => at)
  return Array.from({ length: count }, (_, at) => Math.round((at * (length - 1)) / (count - 1)))
}
