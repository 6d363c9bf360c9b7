import { styled } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { Title, useDataProvider } from 'react-admin'
import { Link } from 'react-router'
import { CHECK_STATES, type Checklist, type CheckRow } from '#contract/checklist.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import { resourceName, t, textOr } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { StateMark } from '../parts/PageParts.tsx'
import { messageOf, useResponse, useSingleCall } from '../parts/useAction.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { line } from '../theme/shared.ts'

type Outcome = { readonly isSent: boolean; readonly text: string }

/** Sends an email to the logged-in superuser, and shows the response of the mail server. */
const TestMail = () => {
  const desk = useDataProvider<DeskDataProvider>()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { run, isBusy } = useSingleCall(async () => {
    setOutcome(null)
    setOutcome(await outcomeOf(desk))
  })
  return (
    <>
      <div className="desk-actions">
        <ActionButton disabled={isBusy} onClick={() => run()}>
          {t('checklist.test')}
        </ActionButton>
      </div>
      <p className={outcome?.isSent === false ? 'desk-problem' : undefined} role="status">
        {isBusy ? t('checklist.testing') : outcome?.text}
      </p>
    </>
  )
}

async function outcomeOf(desk: DeskDataProvider): Promise<Outcome> {
  try {
    const { to, failure } = await desk.call(deskCalls.checklist.sendTestMail, {})
    return failure === null
      ? { isSent: true, text: t('checklist.test_sent', { to }) }
      : { isSent: false, text: t('checklist.test_failed', { to, reason: failure }) }
  } catch (error) {
    return { isSent: false, text: messageOf(error) }
  }
}

const ChecklistPage = () => {
  const { data, error, isFetching, refetch } = useResponse(deskCalls.checklist.get, {})
  return (
    <section aria-busy={isFetching} className="desk-card">
      <Title title={resourceName('checklist')} />
      {error && (
        <p className="desk-problem" role="alert">
          {messageOf(error)}
        </p>
      )}
      {data === undefined && !error && <p role="status">{t('checklist.loading')}</p>}
      {data && <Rows list={data} />}
      <div className="desk-actions">
        <ActionButton disabled={isFetching} onClick={() => refetch()}>
          {t('checklist.again')}
        </ActionButton>
      </div>
      {data?.changes && (
        <details>
          <summary>{t('checklist.changes')}</summary>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server makes it of its own changelog */}
          <Changes dangerouslySetInnerHTML={{ __html: data.changes }} />
        </details>
      )}
    </section>
  )
}

/** What is wrong first, then what is to do. */
const byUrgency = (one: CheckRow, other: CheckRow): number =>
  CHECK_STATES.indexOf(other.state) - CHECK_STATES.indexOf(one.state)

/** What to do about it, or the thing that is fine. */
export const taskOf = ({ name, state, title }: CheckRow): string =>
  state === 'ok' ? title : textOr(`checklist.tasks.${name}`, title)

const Rows = ({ list }: { list: Checklist }) => (
  <List>
    {list.checks.toSorted(byUrgency).map((row) => (
      <li key={row.name}>
        <StateMark state={row.state} text={t(`checklist.states.${row.state}`)} />
        <div>
          <h2>{taskOf(row)}</h2>
          <p>{row.text}</p>
          {row.state !== 'ok' && <p className="desk-quiet">{t(`checklist.places.${row.place}`)}</p>}
          <More list={list} row={row} />
        </div>
      </li>
    ))}
  </List>
)

/** What only the desk can add: acts, and what this browser sees. */
const More = ({ row: { name, state }, list }: { row: CheckRow; list: Checklist }) => {
  if (name === 'mail') return <TestMail />
  if (name === 'url') return <SeenFromHere url={list.public_url} />
  if (name === 'clock') return <ClockDifference at={list.at} />
  if (state === 'ok') return null
  if (name === 'name' || name === 'legal') return <Link to="/site">{t('checklist.site')}</Link>
  if (name === 'superusers') return <Link to="/members">{t('checklist.members')}</Link>
  return null
}

/** A picture needs no permission of the site, and a certificate that the browser trusts. */
const SeenFromHere = ({ url }: { url: string }) => {
  const [seen, setSeen] = useState<'opening' | 'opens' | 'opens_not'>('opening')
  return (
    <p className="desk-quiet" role="status">
      <span>{t(`checklist.${seen}`, { url })}</span>
      <img
        alt=""
        height={0}
        onError={() => setSeen('opens_not')}
        onLoad={() => setSeen('opens')}
        src={`${url}/icons/favicon.svg`}
        width={0}
      />
    </p>
  )
}

const CLOCK_DIFFERENCE_SECONDS = 120

const ClockDifference = ({ at }: { at: string }) => {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => setSeconds(Math.round(Math.abs(Date.now() - Date.parse(at)) / 1000)), [at])
  if (seconds <= CLOCK_DIFFERENCE_SECONDS) return null
  return <p className="desk-problem">{t('checklist.clock_differs', { seconds })}</p>
}

const List = styled('ul')({
  margin: '0 0 16px',
  padding: 0,
  listStyle: 'none',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '84px 1fr',
    gap: 12,
    alignItems: 'start',
    padding: '12px 0',
    borderBottom: line,
  },
  '& h2': { margin: 0, fontSize: 18 },
  '& p': { margin: '2px 0 0', overflowWrap: 'anywhere' },
  '& .desk-actions': { margin: '8px 0 0' },
})

const Changes = styled('div')({ maxWidth: '75ch', overflowWrap: 'anywhere' })

export const checklist = { list: ChecklistPage }
