import { styled } from '@mui/material/styles'
import { Link } from 'react-router'
import { WAITING_MAX } from '#contract/desk.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import type { Waiting } from '#contract/overview.ts'
import { t } from '../i18n.ts'
import { DeskIcon } from '../parts/DeskIcon.tsx'
import { since } from '../parts/times.ts'
import { useResponse } from '../parts/useAction.ts'
import { line, lining, plainList } from '../theme/shared.ts'

const EVERY_MS = 60_000
/** Lists that show more than their queue unless they are filtered. */
const FILTERS: Partial<Record<Waiting['resource'], string>> = {
  contents: `?${new URLSearchParams({ filter: '{"state":"offered"}' })}`,
  members: `?${new URLSearchParams({ filter: '{"state":"overdue"}' })}`,
}

/** The queues; the menu and the first page share one request. */
export const useWaiting = () =>
  useResponse(deskCalls.overview.waiting, {}, { refetchInterval: EVERY_MS })

export const countOf = ({ count }: Waiting): string =>
  count < WAITING_MAX ? String(count) : `${WAITING_MAX - 1}+`

/** Length of each queue in which something waits, and the age of its oldest row. */
export const Queues = () => {
  const { data = [], isPending } = useWaiting()
  const waiting = data.filter(({ count }) => count > 0)
  return (
    <section className="desk-card">
      <h2>{t('overview.welcome')}</h2>
      <List>
        {waiting.map((queue) => (
          <li key={queue.resource}>
            <Link to={`/${queue.resource}${FILTERS[queue.resource] ?? ''}`}>
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
      </List>
      {!isPending && waiting.length === 0 && <p>{t('overview.nothing_waits')}</p>}
    </section>
  )
}

const List = styled('ul')({
  ...plainList,
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(210px, 100%), 1fr))',
  gap: 8,
  '& a': {
    display: 'flex',
    gap: 12,
    alignItems: 'center',
    minHeight: 64,
    padding: '8px 12px',
    border: line,
    borderRadius: 6,
    color: 'var(--ink)',
    textDecoration: 'none',
    '&:hover': { borderColor: 'var(--ink)' },
    '& > span': { lineHeight: 1.3 },
  },
  '& svg': { width: 28, height: 28 },
  '& strong': { fontSize: 34, lineHeight: 1, ...lining },
  '& svg, & strong': { color: 'var(--gold-deep)' },
  '& .desk-quiet': { display: 'block', fontSize: 15 },
})
