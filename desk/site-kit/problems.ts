import type { KitProblem } from '#contract/schemas/siteKit.ts'

export type Problem = KitProblem

/** Whether a problem is of a field. The server may name a part of its value; pages of the book have their own fields. */
export const isOf = (place: string, problem: Problem): boolean =>
  problem.place === place ||
  (/^(mark|pictures)/.test(place) && problem.place.startsWith(`${place}.`))
