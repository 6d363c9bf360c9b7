import { cutText } from '#shared/cutText.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../config/time.ts'
import { DATE_MAX, dateIn, type Moment, momentOf } from '../../desk/transfer/sources/dates.ts'
import { type Sentence, said } from '../../text/sentence.ts'

/** Length of an event whose end is unknown. */
const EVENT_MS = 3 * HOUR_MS
/** From the beginning of a day to its last minute. */
const LAST_MINUTE_MS = DAY_MS - MINUTE_MS
/** A time alone: its day is in another field. */
const TIME =
  /^(?:(?:um|ab|at)\s+)?\d{1,2}(?:[:.]\d{2}(?::\d{2})?(?:\s*Uhr|\s*[AP]\.?M\.?)?|\s*(?:Uhr|h|[AP]\.?M\.?))$/i
/** A time after a day. */
const TIME_OF_DAY =
  /(?:T|,?\s+)(?:(?:um|ab|at)\s+)?\d{1,2}(?:[:.]\d{2}(?![\d.])|\s*(?:Uhr|h|[AP]\.?M\.?)\b).*$/i

type Fields = Readonly<Partial<Record<string, string>>>
/** Epoch milliseconds. */
type Found = {
  readonly published: number | null
  readonly starts: number | null
  /** Null without a start. */
  readonly ends: number | null
}

/** Times of an entry of another program, as people write them. */
export class Times {
  readonly #fields: Fields
  readonly #timeZone: string
  readonly #lose: (problem: Sentence) => void

  constructor(fields: Fields, timeZone: string, lose: (problem: Sentence) => void) {
    this.#fields = fields
    this.#timeZone = timeZone
    this.#lose = lose
  }

  /** @param isEvent its only date is its start; that of others is their publication */
  read(isEvent: boolean): Found {
    const { published = '', starts = '', ends, draft } = this.#fields
    const isDated = starts === '' ? isEvent || ends !== undefined : TIME.test(starts)
    const start = this.#moment(isDated ? `${published} ${starts}`.trim() : starts)
    const isDraft = isDated || draft === 'true'
    return {
      published: isDraft ? null : (this.#moment(published)?.at ?? null),
      starts: start?.at ?? null,
      ends: start && this.#end(start),
    }
  }

  /** The time of a field; null without a value that can be read. */
  at(name: string): number | null {
    return this.#moment(this.#fields[name] ?? '')?.at ?? null
  }

  /** The last minute of a day, unless there is a time. */
  #end(start: Moment): number {
    const { ends = '' } = this.#fields
    const usual = start.at + (start.isDay ? LAST_MINUTE_MS : EVENT_MS)
    const end = TIME.test(ends) ? this.#timeAfter(start, ends) : this.#moment(ends)
    if (end === null) return usual
    const at = end.at + (end.isDay ? LAST_MINUTE_MS : 0)
    if (at >= start.at) return at
    this.#lose(said('transfer.ends_early', { ends }))
    return usual
  }

  /** A time on the day of the start, or on the next one. */
  #timeAfter(start: Moment, time: string): Moment | null {
    const { published = '', starts = '' } = this.#fields
    const days = [starts, published]
      .filter((text) => text.length <= DATE_MAX)
      .map((text) => text.replace(TIME_OF_DAY, ''))
    const day = days.find((text) => dateIn(text) !== null)
    const end = this.#moment(day === undefined ? time : `${day} ${time}`)
    return end && end.at < start.at ? { ...end, at: end.at + DAY_MS } : end
  }

  #moment(text: string): Moment | null {
    if (text === '') return null
    const found = dateIn(text)
    if (found === null) {
      this.#lose(said('transfer.bad_date', { text: cutText(text, 60) }))
      return null
    }
    if (found.isAmbiguous)
      this.#lose(said('transfer.two_dates', { text, date: found.iso.slice(0, 10) }))
    return momentOf(found, this.#timeZone)
  }
}
