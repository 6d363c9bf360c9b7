/** Random number from 0 up to, but not including, 1. Tests pass their own source. */
export type Random = () => number

/** Up to `count` different items in random order; the list stays as it is (ruling 24). */
export function draw<T>(items: readonly T[], count: number, random: Random = Math.random): T[] {
  const rest = [...items]
  const drawn: T[] = []
  while (rest.length > 0 && drawn.length < count) {
    drawn.push(...rest.splice(Math.floor(random() * rest.length), 1))
  }
  return drawn
}
