import type { SiteKit } from '#contract/schemas/siteKit.ts'
import { deskErrors } from '../../desk/errors.ts'
import { Refusal } from '../../http/errors.ts'
import { said } from '../../text/sentence.ts'
import { type ContrastFault, contrastFaults } from './contrastFaults.ts'
import { type FoundProblem, textProblems } from './texts.ts'

/** All that keeps a kit from being saved. */
export const problemsOf = ({ texts = {}, colours }: SiteKit): FoundProblem[] => [
  ...(colours ? contrastFaults(colours).flatMap(faultProblems) : []),
  ...textProblems(texts),
]

const faultProblems = ({ theme, front, ground, contrast, least, proposal }: ContrastFault) =>
  Object.entries(proposal).map(([name, colour]) => ({
    place: `colours.${theme}.${name}`,
    problem: said('kit.contrast', {
      front: said(`kit.seen.${front}`),
      ground: said(`kit.seen.${ground}`),
      contrast,
      least,
    }),
    proposal: colour,
  }))

/** @throws Refusal with the first problem */
export function assertSound(kit: SiteKit): void {
  const [first] = problemsOf(kit)
  if (first !== undefined) throw new Refusal(400, 'kit', first.problem, first.place)
}

/** Two superusers may work at the same time: the second one first sees what has changed. @throws Refusal */
export function assertUnchanged(base: number, current: number): void {
  if (base !== current) throw deskErrors.kitChanged()
}

/** @throws Refusal where the kit comes from files */
export function assertFromDesk(isFromFolder: boolean): void {
  if (isFromFolder) throw deskErrors.kitFromFolder()
}
