import type { FirstEvent, FirstSteps } from '#contract/calendar.ts'
import type { IconName } from '#src/ui/Icon.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'

/** The frame of the first steps. */
export const FIRST_BOX = 'rounded border border-line bg-vellum px-3 sm:px-4'

/** The first steps before their code is loaded, with the same height. */
export const FirstOutline = ({ steps }: { steps: FirstSteps }) => (
  <Skeleton>
    <div className="flex min-h-tap items-center">
      <SkeletonBlock className="h-6 w-32" />
    </div>
    <div className={FIRST_BOX}>
      <div className="divide-y divide-line">
        {firstRows(steps).map(({ key }) => (
          <div key={key} className="flex h-16 flex-col justify-center gap-2 max-sm:h-22">
            <SkeletonBlock className="h-5 w-2/5" />
            <SkeletonBlock className="h-4 w-1/3" />
          </div>
        ))}
      </div>
      {isZoneOpen(steps) && (
        <div className="flex min-h-12 items-center border-t border-line">
          <SkeletonBlock className="h-5 w-1/3" />
        </div>
      )}
    </div>
  </Skeleton>
)

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
