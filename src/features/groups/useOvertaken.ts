import { useState } from 'react'
import { codesOf } from '#src/store/http/errors.ts'

/** Refusals of a change whose version is not the newest one. */
const OVERTAKEN = ['page_changed', 'recap_changed', 'session_changed', 'poll_changed']

/**
 * What a form changes: as it was when the form opened, so that nothing newer is overwritten unseen. After a conflict it
 * is the newest one: the typed text stays, and can be saved over it.
 * @param latest in the cache, which a refusal refetches
 */
export function useOvertaken<Subject>(latest: Subject) {
  const [opened] = useState(latest)
  const [isConflict, setIsConflict] = useState(false)
  return {
    opened,
    /** The version that the next attempt names. */
    current: isConflict ? latest : opened,
    isConflict,
    /** Takes the outcome of each attempt. */
    settle: (error: unknown) =>
      setIsConflict(codesOf(error).some((code) => OVERTAKEN.includes(code))),
  }
}
