import type { Deps } from '../../../http/deps.ts'
import { errors, Refusal } from '../../../http/errors.ts'
import { type Choice, type Given, isSealed, type Sheet } from './answerSheet.ts'
import { startField } from './answerTokens.ts'
import { changingPlan } from './planChange.ts'

/** The answers of a form, or of the URL of a page. Only questions of the sheet count, whatever else it has. */
const givenIn = ({ questions, choices }: Sheet, sent: URLSearchParams): Given[] =>
  questions.flatMap((question) => {
    const answer = choices.find((choice) => choice === sent.get(String(question.id)))
    if (answer === undefined) return []
    return [{ question, answer, starts_at: Number(sent.get(startField(question.id))) }]
  })

/** @returns the answers that are chosen at first: those to dates that have not moved since, or else the saved ones */
export function chosenIn(sheet: Sheet, sent: URLSearchParams) {
  const given = givenIn(sheet, sent)
  const isMoved = ({ question, starts_at }: Given) => question.starts_at !== starts_at
  const saved = sheet.questions.flatMap(({ id, mine }) =>
    mine === null ? [] : [[id, mine] as const],
  )
  return {
    chosen: new Map<number, Choice>([
      ...saved,
      ...given
        .filter((one) => !isMoved(one))
        .map(({ question, answer }) => [question.id, answer] as const),
    ]),
    isMoved: given.some(isMoved),
  }
}

/** `none`: the form had no answer; `changed`: something has changed since the page was read, and nothing is saved. */
export type Outcome = 'saved' | 'none' | 'changed'

/** Saves all answers of a form, or none. */
export async function saveForm(
  deps: Pick<Deps, 'db' | 'clock' | 'jwtSecret'>,
  sheet: Sheet,
  form: URLSearchParams,
): Promise<Outcome> {
  const given = givenIn(sheet, form)
  if (given.length === 0) return 'none'
  try {
    await changingPlan(deps, sheet.group.id, sheet.member, async (w) => {
      if (!(await isSealed(w, deps.jwtSecret, sheet))) throw errors.tokenNotValid()
      await sheet.save(w, given)
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return 'changed'
  }
  return 'saved'
}
