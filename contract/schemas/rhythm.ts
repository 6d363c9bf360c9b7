import Type, { type Static } from 'typebox'
import { REPEAT_EVERY_MAX, REPEATS_MAX, WEEKDAYS, WEEKS_OF_MONTH } from '../planning.ts'
import { REPEAT_UNITS } from '../sets.ts'
import { instant } from './planFields.ts'

/** The rhythm of a series, which ends with `count`, with `until`, or not at all. */
export const Repeats = Type.Object({
  unit: Type.Enum(REPEAT_UNITS),
  every: Type.Integer({ minimum: 1, maximum: REPEAT_EVERY_MAX }),
  /** Number of dates. */
  count: Type.Optional(Type.Integer({ minimum: 2, maximum: REPEATS_MAX })),
  /** No date starts later. */
  until: Type.Optional(instant()),
  /** Missing: that of the start. */
  weekdays: Type.Optional(
    Type.Array(Type.Enum(WEEKDAYS), { minItems: 1, maxItems: WEEKDAYS.length }),
  ),
  /** Weeks of a month that have the weekdays. Missing: that of the start. */
  weeks: Type.Optional(
    Type.Array(Type.Enum(WEEKS_OF_MONTH), { minItems: 1, maxItems: WEEKS_OF_MONTH.length }),
  ),
})
export type Repeats = Static<typeof Repeats>
