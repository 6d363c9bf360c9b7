import type { FirstEvent, FirstSteps } from '#contract/calendar.ts'
import type { IconName } from '#src/ui/icons.ts'

export const FIRST_BOX = 'rounded border border-line bg-vellum px-3 sm:px-4'

/** A step that is a link; an event has its own facts. */
type FirstRow = {
  key: string
  to: string
  icon: IconName
  kind: 'event' | 'rules' | 'entry'
  event: FirstEvent | null
}

/** Events to come to, then what a newcomer does; an own entry ends the step of the first one. */
export function firstRows({ events, has_entry }: FirstSteps): FirstRow[] {
  return [
    ...events.map(
      (event): FirstRow => ({
        key: `event ${event.content_id}`,
        to: `/discordia/news/${event.content_id}#registration`,
        icon: 'calendar',
        kind: 'event',
        event,
      }),
    ),
    { key: 'rules', to: '/discordia/rules', icon: 'book', kind: 'rules', event: null },
    ...(has_entry ? [] : [ENTRY]),
  ]
}

const ENTRY: FirstRow = {
  key: 'entry',
  to: '/discordia/world#new-entry',
  icon: 'pencil',
  kind: 'entry',
  event: null,
}

/** Whether the time zone of emails can be chosen, and is not yet. */
export const isZoneOpen = ({ preferences }: FirstSteps): boolean => preferences.time_zone === null
