import { deskErrors } from '../../desk/errors.ts'

/** Guards against two people answering at once, and against one who sends twice. */
export function assertAnswersSeen(there: number, seen: number): void {
  if (there > seen) throw deskErrors.answeredMeanwhile()
}
