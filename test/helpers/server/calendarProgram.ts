import ICAL from 'ical.js'

/** A date as a calendar program shows it. Times: epoch milliseconds. */
export type ShownDate = {
  readonly uid: string
  readonly title: string
  readonly place: string
  readonly start: number
  readonly end: number
  readonly isFree: boolean
}

/**
 * A calendar with Thunderbird's parser, and its rules: what is newer by SEQUENCE, then by DTSTAMP, takes the place of all
 * entries with the UID, and `METHOD:CANCEL` takes them out.
 */
export function calendarProgram() {
  const entries = new Map<string, ICAL.Component[]>()
  const program = {
    open(...files: readonly string[]) {
      for (const file of files) {
        const calendar = new ICAL.Component(ICAL.parse(file))
        const isOut = calendar.getFirstPropertyValue('method') === 'CANCEL'
        const found = Map.groupBy(calendar.getAllSubcomponents('vevent'), uidOf)
        for (const [uid, components] of found) {
          const before = entries.get(uid)
          if (before !== undefined && !isNewer(components, before)) continue
          entries.set(uid, isOut ? [] : components)
        }
      }
      return program
    },
    /** What takes place from one time to another, by start. */
    shown: (from: number, to: number): ShownDate[] =>
      [...entries.values()]
        .flatMap((components) => datesOf(components, to))
        .filter(({ end, start }) => end > from && start < to)
        .toSorted((a, b) => a.start - b.start),
  }
  return program
}

const uidOf = (component: ICAL.Component) => String(component.getFirstPropertyValue('uid'))

function isNewer([one]: readonly ICAL.Component[], [other]: readonly ICAL.Component[]): boolean {
  const versionOf = (component: ICAL.Component | undefined) => [
    Number(component?.getFirstPropertyValue('sequence')),
    String(component?.getFirstPropertyValue('dtstamp')),
  ]
  const [sequence = 0, stamp = ''] = versionOf(one)
  const [before = 0, stampBefore = ''] = versionOf(other)
  // Nothing is kept of what was taken out.
  return other === undefined || sequence > before || (sequence === before && stamp > stampBefore)
}

function datesOf(components: readonly ICAL.Component[], to: number): ShownDate[] {
  const [master, ...others] = components
  if (master === undefined || master.getFirstPropertyValue('status') === 'CANCELLED') return []
  const event = new ICAL.Event(master, { exceptions: others })
  if (!event.isRecurring()) return [shown(event, event.startDate, event.endDate)]
  const dates: ShownDate[] = []
  const iterator = event.iterator()
  for (let at = iterator.next(); at && at.toJSDate().getTime() < to; at = iterator.next()) {
    const { item, startDate, endDate } = event.getOccurrenceDetails(at)
    dates.push(shown(item, startDate, endDate))
  }
  return dates
}

const shown = (event: ICAL.Event, start: ICAL.Time, end: ICAL.Time): ShownDate => ({
  uid: event.uid,
  title: event.summary,
  place: event.location,
  start: start.toJSDate().getTime(),
  end: end.toJSDate().getTime(),
  isFree: event.component.getFirstPropertyValue('transp') === 'TRANSPARENT',
})
