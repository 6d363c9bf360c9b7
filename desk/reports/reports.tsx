import { DataTable, useGetIdentity, useRecordContext } from 'react-admin'
import { Link } from 'react-router'
import { deskCalls } from '#contract/deskCalls.ts'
import type { DeskCase } from '#contract/reports.ts'
import { CASE_STATES } from '#contract/sets.ts'
import { t, wordOf } from '../i18n.ts'
import { ActionButton, ConfirmButton, ReasonButton } from '../parts/ActionButton.tsx'
import { personName } from '../parts/auditSentences.ts'
import { choiceFilter } from '../parts/choices.tsx'
import { RowLink, StateColumn, TimeColumn } from '../parts/columns.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import { DeskShow } from '../parts/DeskPages.tsx'
import { PageBody } from '../parts/PageFrame.tsx'
import { Fact, Facts, NameLink, Section, StateMark } from '../parts/PageParts.tsx'
import type { Screens } from '../parts/screens.tsx'
import { dayOf, momentOf } from '../parts/times.ts'
import { actionOf, useAction } from '../parts/useAction.ts'
import { DecideButton } from './DecideButton.tsx'

const calls = deskCalls.reports

const nameOf = ({ kind, title }: Pick<DeskCase, 'kind' | 'title'>): string =>
  title === '' ? t(`reports.kinds.${kind}`) : title

type Props = { item: DeskCase }
type Report = DeskCase['reports'][number]

/** Pages of things; others have none at the desk. */
const PAGES: Partial<Record<DeskCase['kind'], 'groups' | 'glossary-entries'>> = {
  entry: 'glossary-entries',
  picture: 'glossary-entries',
  group: 'groups',
  opening: 'groups',
}

/** What is reported, which leads to it while it exists. */
const Thing = ({ item: { kind, title, now, subject_id } }: Props) => {
  const resource = PAGES[kind]
  return resource && now && subject_id ? (
    <NameLink id={subject_id} name={title} resource={resource} />
  ) : (
    <span>{title}</span>
  )
}

/** The thing as it is, where that is not what was reported. */
const Present = ({ item: { kind, state, text, picture, now } }: Props) => {
  if (kind === 'letter' || state !== 'open') return null
  if (now === null) return <p className="desk-quiet">{t('reports.thing_gone')}</p>
  if (now.text === text && now.picture?.url === picture?.url) return null
  return (
    <Section note={t('reports.now_note')} title={t('reports.now')}>
      <Shown picture={now.picture} text={now.text} />
    </Section>
  )
}

const Shown = ({ text, picture }: Pick<DeskCase, 'text' | 'picture'>) => (
  <>
    {picture && <img alt="" className="desk-picture" src={picture.url} />}
    <p className="desk-text" dir="auto">
      {text}
    </p>
  </>
)

const Reporter = ({ id, by }: { id: number; by: NonNullable<Report['by']> }) => {
  const { identity } = useGetIdentity()
  const { attempt, run } = useAction()
  const { username: name, is_distrusted } = by
  const turn = (is_distrusted: boolean, done: string) =>
    actionOf(calls.distrust, { id, member_id: by.id, is_distrusted }, done)
  return (
    <>
      <NameLink id={by.id} name={name} resource="members" />{' '}
      {by.id === identity?.id ? null : is_distrusted ? (
        <ActionButton onClick={() => run(turn(false, t('reports.trust_done')))}>
          {t('reports.trust')}
        </ActionButton>
      ) : (
        <ConfirmButton
          label={t('reports.distrust')}
          onConfirm={() => attempt(turn(true, t('reports.distrust_done')))}
          text={t('reports.distrust_sure', { name })}
          title={t('reports.distrust_ask', { name })}
        />
      )}
    </>
  )
}

const Reports = ({ item: { id, kind, reports } }: Props) => (
  <Section title={t('reports.reporters')}>
    {reports.map(({ by, at, reason, line, ...report }) => (
      <article className="desk-card" key={report.id}>
        <div className="desk-actions">
          {by === null ? <span>{t('reports.gone')}</span> : <Reporter by={by} id={id} />}
        </div>
        <p className="desk-quiet">
          {[kind !== 'letter' && t(`reports.reasons.${reason}`), momentOf(at)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {line !== '' && <p className="desk-text">{line}</p>}
      </article>
    ))}
  </Section>
)

/** What can be done while no other has claimed the case. */
const Deciding = ({ item }: Props) => {
  const { id, claim, state } = item
  const { run } = useAction()
  const { identity } = useGetIdentity()
  if (state === 'decided') return null
  if (claim !== null && claim.by.id !== identity?.id)
    return <p>{t('reports.claimed', { name: claim.by.username, until: momentOf(claim.until) })}</p>
  const action = claim
    ? actionOf(calls.release, { id }, t('reports.release_done'))
    : actionOf(calls.claim, { id }, t('reports.claim_done'))
  return (
    <div className="desk-actions">
      {state === 'open' && <DecideButton item={item} name={nameOf(item)} />}
      <ActionButton onClick={() => run(action)}>
        {claim ? t('reports.release') : t('reports.claim')}
      </ActionButton>
    </div>
  )
}

const OUTCOMES = ['uphold', 'restore'] as const

const Appeal = ({ item: { id, state, appeal } }: Props) => {
  const { attempt } = useAction()
  if (appeal === null) return null
  const deciding = (outcome: (typeof OUTCOMES)[number]) => (reason: string) =>
    attempt(actionOf(calls.decideAppeal, { id, outcome, reason }, t('reports.appeal_done')))
  return (
    <Section note={momentOf(appeal.at)} title={t('reports.appeal')}>
      <p className="desk-text">{appeal.text}</p>
      {appeal.outcome !== null && (
        <p className="desk-text">{`${t(`reports.outcomes.${appeal.outcome}`)} ${appeal.reason}`}</p>
      )}
      {state === 'appealed' && (
        <div className="desk-actions">
          {OUTCOMES.map((outcome) => (
            <ReasonButton
              isDangerous={false}
              key={outcome}
              label={t(`reports.${outcome}`)}
              onReason={deciding(outcome)}
              title={t(`reports.${outcome}_ask`)}
            />
          ))}
        </div>
      )}
    </Section>
  )
}

const Decision = ({ item }: Props) => {
  const { attempt } = useAction()
  const { id, decision, appeal } = item
  if (decision === null) return null
  const { act, by, at, reason, until } = decision
  const name = by === null ? t('reports.gone') : personName(by.username)
  return (
    <Section title={t('reports.decision')}>
      <p>{t('reports.decided', { act: t(`reports.acts.${act}`), name, at: momentOf(at) })}</p>
      {until !== null && <p>{`${t('reports.until')} ${dayOf(until)}`}</p>}
      <p className="desk-text">{reason}</p>
      {appeal === null && (
        <ConfirmButton
          label={t('reports.undo')}
          onConfirm={() => attempt(actionOf(calls.undo, { id }, t('reports.undo_done')))}
          text={t('reports.undo_sure')}
          title={t('reports.undo_ask', { name: nameOf(item) })}
        />
      )}
    </Section>
  )
}

const Case = () => {
  const item = useRecordContext<DeskCase>()
  if (!item) return null
  const { kind, state, title, user, earlier, created_at } = item
  return (
    <PageBody style={{ maxWidth: 720 }}>
      <Facts>
        <Fact label={t('resources.reports.fields.kind')}>{t(`reports.kinds.${kind}`)}</Fact>
        <Fact label={t('resources.reports.fields.state')}>
          <StateMark state={state} />
        </Fact>
        <Fact label={t('fields.title')}>{title && <Thing item={item} />}</Fact>
        <Fact label={t('reports.member')}>
          {user && <NameLink id={user.id} name={user.username} resource="members" />}
        </Fact>
        <Fact label={t('reports.reported')}>{momentOf(created_at)}</Fact>
      </Facts>
      <Shown {...item} />
      <Present item={item} />
      <Deciding item={item} />
      <Decision item={item} />
      <Appeal item={item} />
      <Reports item={item} />
      {earlier.length > 0 && (
        <Section title={`${t('reports.earlier')} (${earlier.length})`}>
          <ul>
            {earlier.map((one) => (
              <li key={one.id}>
                <Link className="desk-name" to={`/reports/${one.id}/show`}>
                  {[t(`reports.kinds.${one.kind}`), one.title].filter(Boolean).join(': ')}
                </Link>
                {' · '}
                <span>{one.act ? t(`reports.acts.${one.act}`) : wordOf(one.state)}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </PageBody>
  )
}

export const CasePage = () => (
  <DeskShow>
    <Case />
  </DeskShow>
)

const CaseList = () => (
  <DeskList
    filterDefaultValues={{ state: 'open' }}
    filters={[choiceFilter('state', CASE_STATES)]}
    sort={{ field: 'created_at', order: 'ASC' }}
    storeKey={false}
  >
    <DataTable.Col render={(item: DeskCase) => <RowLink>{nameOf(item)}</RowLink>} source="title" />
    <DataTable.Col render={({ kind }: DeskCase) => t(`reports.kinds.${kind}`)} source="kind" />
    <DataTable.Col disableSort source="user.username" />
    <TimeColumn source="created_at" />
    <StateColumn />
  </DeskList>
)

export const reports: Screens = {
  list: CaseList,
  show: CasePage,
  recordRepresentation: nameOf,
}
