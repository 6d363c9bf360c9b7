import { RecordContextProvider, ReferenceField, useGetIdentity } from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import type { ReviewItem } from '#contract/schemas/deskGlossary.ts'
import { t } from '../i18n.ts'
import { ActButton } from '../parts/ActButton.tsx'
import { momentOf, since } from '../parts/ago.ts'
import { ReasonButton } from '../parts/ReasonButton.tsx'
import { StateMark } from '../parts/StateMark.tsx'
import { undoBy, useAct } from '../parts/useAct.ts'
import { EditButton } from './EditButton.tsx'

const routes = deskRoutes.review

export const ReviewCard = ({ item }: { item: ReviewItem }) => (
  <RecordContextProvider value={item}>
    <article
      aria-labelledby={`entry-${item.id}`}
      className="desk-card"
      data-entry={item.id}
      tabIndex={-1}
    >
      <header>
        <h2 id={`entry-${item.id}`}>{item.title}</h2>
        <StateMark />
      </header>
      <p className="desk-quiet">
        {t('review.sent_by', { name: item.created_by.username, ago: since(item.created_at) })}
        {' · '}
        <ReferenceField link={false} reference="glossary-types" source="type_id" />
        {item.subtype_id !== null && ' / '}
        <ReferenceField link={false} reference="glossary-subtypes" source="subtype_id" />
      </p>
      {item.picture && <img alt="" className="desk-picture" src={item.picture.url} />}
      <p className="desk-text">{item.description}</p>
      {item.sub_entries.map(({ id, title, content }) => (
        <section key={id}>
          <h3>{title}</h3>
          <p className="desk-text">{content}</p>
        </section>
      ))}
      <NearTitles item={item} />
      {item.rejection_reason && <p className="desk-text">{item.rejection_reason}</p>}
      <Standing item={item} />
      {item.state === 'pending' ? <Deciding item={item} /> : <Undoing item={item} />}
    </article>
  </RecordContextProvider>
)

const NearTitles = ({ item: { near_titles: near } }: { item: ReviewItem }) =>
  near && near.length > 0 ? (
    <div className="desk-near">
      {t('review.near')}
      <ul>
        {near.map(({ id, title, state }) => (
          <li key={id}>
            {title} ({state})
          </li>
        ))}
      </ul>
    </div>
  ) : null

const Standing = ({ item: { claim, decision, state } }: { item: ReviewItem }) => {
  if (state !== 'pending' && decision)
    return (
      <p>
        {t('review.decision', {
          state: decision.how ? t(`review.how.${decision.how}`) : state,
          name: decision.by?.username ?? t('review.command_line'),
          at: momentOf(decision.at),
        })}
      </p>
    )
  return (
    claim && <p>{t('review.claimed', { name: claim.by.username, until: momentOf(claim.until) })}</p>
  )
}

/** The buttons stay enabled during a call, which is sent once all the same: a disabled one would lose the focus. */
const Deciding = ({ item }: { item: ReviewItem }) => {
  const { id, claim, title } = item
  const { act, attempt } = useAct()
  const { identity } = useGetIdentity()
  const isMine = claim !== null && claim.by.id === identity?.id
  const isOff = claim !== null && !isMine
  const undoing = undoBy(routes.undo, { id }, t('review.undo_done'))
  return (
    <div className="desk-actions">
      {isMine ? (
        <ActButton
          onClick={() => act(routes.release, { id }, t('review.release_done'))}
          shortcut="c"
        >
          {t('review.release')}
        </ActButton>
      ) : (
        <ActButton
          disabled={isOff}
          onClick={() => act(routes.claim, { id }, t('review.claim_done'))}
          shortcut="c"
        >
          {t('review.claim')}
        </ActButton>
      )}
      <ActButton
        disabled={isOff}
        isPrimary
        onClick={() => act(routes.approve, { id }, t('review.approve_done'), undoing)}
        shortcut="a"
      >
        {t('review.approve')}
      </ActButton>
      <EditButton disabled={isOff} item={item} />
      <ReasonButton
        about={title}
        disabled={isOff}
        field={t('review.ask_field')}
        isDangerous={false}
        label={t('review.ask')}
        missing={t('review.ask_missing')}
        note={t('review.ask_note')}
        onReason={(reason) =>
          attempt(routes.askChanges, { id, reason }, t('review.ask_done'), undoing)
        }
        shortcut="m"
      />
      <ReasonButton
        about={title}
        disabled={isOff}
        label={t('review.reject')}
        onReason={(reason) =>
          attempt(routes.reject, { id, reason }, t('review.reject_done'), undoing)
        }
        shortcut="r"
      />
    </div>
  )
}

const Undoing = ({ item: { id, decision } }: { item: ReviewItem }) => {
  const { act } = useAct()
  if (!decision?.undo_until) return null
  return (
    <div className="desk-actions">
      <ActButton onClick={() => act(routes.undo, { id }, t('review.undo_done'))} shortcut="u">
        {t('review.undo')}
      </ActButton>
    </div>
  )
}
