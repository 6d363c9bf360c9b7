import { Link } from 'react-router'
import { deskRoutes, WAITING_MAX } from '#contract/desk.ts'
import type { Waiting } from '#contract/schemas/overview.ts'
import { t } from '../i18n.ts'
import { DeskIcon } from '../parts/DeskIcon.tsx'
import { since } from '../parts/times.ts'
import { useResponse } from '../parts/useResponse.ts'

const EVERY_MS = 60_000
/** Lists that show more than their queue unless they are filtered. */
const FILTERS: Partial<Record<Waiting['resource'], string>> = {
  members: `?${new URLSearchParams({ filter: '{"state":"overdue"}' })}`,
}

/** The queues; the menu and the first page share one request. */
export const useWaiting = () =>
  useResponse(deskRoutes.overview.waiting, {}, { refetchInterval: EVERY_MS })

export const countOf = ({ count }: Waiting): string =>
  count < WAITING_MAX ? String(count) : `${WAITING_MAX - 1}+`

/** Length of each queue, and the age of its oldest row. */
export const Queues = () => {
  const { data: waiting = [], isPending } = useWaiting()
  const isQuiet = !isPending && waiting.every(({ count }) => count === 0)
  return (
    <section className="desk-card">
      <h2>{t('overview.welcome')}</h2>
      <ul className="desk-waiting">
        {waiting.map((queue) => (
          <li key={queue.resource}>
            <Link
              className={queue.count === 0 ? 'desk-idle' : ''}
              to={`/${queue.resource}${FILTERS[queue.resource] ?? ''}`}
            >
              <DeskIcon name={queue.resource} />
              <strong>{countOf(queue)}</strong>
              <span>
                <span>{t(`overview.queues.${queue.resource}`, { smart_count: queue.count })}</span>
                {queue.oldest_at !== null && (
                  <span className="desk-quiet">
                    {t('overview.oldest', { age: since(queue.oldest_at) })}
                  </span>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {isQuiet && <p>{t('overview.nothing_waits')}</p>}
    </section>
  )
}
