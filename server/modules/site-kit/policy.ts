import type { KitProblem, SiteKit } from '#contract/schemas/siteKit.ts'
import { deskErrors } from '../../desk/errors.ts'
import { Refusal } from '../../http/errors.ts'
import { type ContrastFault, contrastFaults, type Seen } from './contrastFaults.ts'
import { textProblems } from './texts.ts'

/** All that keeps a kit from being saved. */
export const problemsOf = ({ texts = {}, colours }: SiteKit): KitProblem[] => [
  ...(colours ? contrastFaults(colours).flatMap(faultProblems) : []),
  ...textProblems(texts),
]

const faultProblems = ({ theme, front, ground, contrast, least, proposal }: ContrastFault) =>
  Object.entries(proposal).map(([name, colour]) => ({
    place: `colours.${theme}.${name}`,
    problem: `The contrast of ${SEEN[front]} on ${SEEN[ground]} is ${contrast}. It must be at least ${least}.`,
    proposal: colour,
  }))

/** What people call the parts of a page. */
const SEEN: Readonly<Record<Seen, string>> = {
  header: 'the header',
  page: 'the page',
  text: 'text',
  accent: 'the accent colour',
  warning: 'the warning colour',
  faint_text: 'faint text',
  drawings: 'drawings',
  marked_words: 'marked words',
  warning_box: 'a warning box',
  pictures: 'pictures',
}

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
