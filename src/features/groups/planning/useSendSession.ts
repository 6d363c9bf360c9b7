import type { GroupId } from '#contract/ids.ts'
import { readerTimeZone } from '#src/platform/timeZone.ts'
import {
  useChangeDateMutation,
  useFixPollMutation,
  usePlanSessionMutation,
} from '#src/store/groups/planning/api.ts'
import { localValue, periodFrom } from './localTime.ts'
import { type Fields, repeatsOf, type SessionTarget } from './sessionFields.ts'

/** Makes the call of the form. It resolves to the error of a failure. */
export function useSendSession(group: GroupId, target: SessionTarget) {
  const [plan] = usePlanSessionMutation()
  const [fix] = useFixPollMutation()
  const [change] = useChangeDateMutation()
  /** @param hasOtherRhythm whether the rhythm of a date that is changed was edited */
  return async (fields: Fields, hasOtherRhythm: boolean): Promise<unknown> => {
    const { start, hours, scope, title, place, link, notes } = fields
    const period = periodFrom(start, hours)
    if (period === null) return undefined
    const where = { title, place, link: link.trim(), notes }
    const time_zone = readerTimeZone()
    if (target.kind === 'new') {
      const body = { ...where, ...period, time_zone, repeats: repeatsOf(fields) }
      return (await plan({ id: group, ...body })).error
    }
    if (target.kind === 'fix') {
      const { poll, option } = target
      return (await fix({ group_id: group, id: poll.id, option_id: option.id, ...where })).error
    }
    const { id, sequence, starts_at, ends_at, repeats: isSeries } = target.date
    // The input has no seconds, and an hour that the clocks repeat is ambiguous: an untouched time is sent unchanged.
    const isSame =
      start === localValue(starts_at) &&
      Date.parse(ends_at) - Date.parse(starts_at) === hours * 3_600_000
    const times = isSame ? { starts_at, ends_at } : period
    const concerned = hasOtherRhythm
      ? ({ scope: 'later', repeats: repeatsOf(fields) } as const)
      : { ...((isSeries || target.kind === 'host') && { scope }) }
    return (await change({ group_id: group, id, sequence, ...where, ...times, ...concerned })).error
  }
}
