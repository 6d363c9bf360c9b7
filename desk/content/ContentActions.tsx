import { useCreatePath, useRecordContext } from 'react-admin'
import { Link } from 'react-router'
import type { DeskContent, Audience as Response } from '#contract/content.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import { t } from '../i18n.ts'
import { ConfirmButton, MomentButton } from '../parts/ActionButton.tsx'
import { useIsChanged } from '../parts/DeskForm.tsx'
import { MoreActs } from '../parts/MoreActs.tsx'
import { type Action, actionOf, messageOf, useAction, useResponse } from '../parts/useAction.ts'
import { useRemove } from '../parts/useRemove.ts'
import { Belongings } from './Belongings.tsx'
import { CopyButton, type Scope, useScope } from './series.tsx'
import { isLeaderless, OfferButtons } from './tables.tsx'

type AudienceProps = { id: number; isLater?: boolean }

/** Number of members that the publication is mailed to, fetched when the dialog opens. */
const Audience = ({ id, isLater = false }: AudienceProps) => {
  const { data, error } = useResponse(deskCalls.contents.audience, { id }, { gcTime: 0 })
  return <p role="status">{error ? messageOf(error) : sentence(data, isLater)}</p>
}

function sentence(audience: Response | undefined, isLater: boolean): string {
  if (!audience) return t('contents.counting')
  const { members, silence } = audience
  if (silence !== null) return t(`contents.silence.${silence}`)
  if (members === 0) return t('contents.tell_nobody')
  return t(isLater ? 'contents.tell_later' : 'contents.tell', { smart_count: members })
}

const { publish, unpublish, cancel } = deskCalls.contents

type OfSeries = { scope?: Scope | undefined }
/** Later dates were not all in the same state, so that there is no undo. */
const isOfOne = (scope: Scope | undefined): boolean => scope !== 'later'

/** Restores the state of the record before it was published or scheduled. @param back the notice for a draft */
const undoOf = ({ id, state, publish_at }: DeskContent, back: string): Action =>
  state === 'scheduled'
    ? actionOf(publish, { id, at: publish_at }, t('contents.plan_back'))
    : actionOf(unpublish, { id }, back)

/** Publishes at once without a time. */
const publishing = (content: DeskContent, { at, scope }: OfSeries & { at?: string }): Action =>
  actionOf(
    publish,
    { id: content.id, at, scope },
    at ? t('contents.schedule_done') : t('contents.publish_done'),
    isOfOne(scope)
      ? undoOf(content, at ? t('contents.draft_back') : t('contents.publish_back'))
      : undefined,
  )
const unpublishing = ({ id, publish_at: at, cancelled_at }: DeskContent, scope?: Scope): Action =>
  actionOf(
    unpublish,
    { id, scope },
    t('contents.unpublish_done'),
    cancelled_at || !isOfOne(scope)
      ? undefined
      : actionOf(publish, { id, at }, t('contents.unpublish_back')),
  )

const isPlanned = (content: DeskContent): boolean =>
  content.state === 'published' || content.state === 'scheduled' || isLeaderless(content)

/** A cancelled event stays on the site. */
const isUnpublishable = (content: DeskContent): boolean =>
  isPlanned(content) || (content.state === 'cancelled' && content.publish_at !== null)

export const isCancellable = (content: DeskContent): boolean =>
  content.kind === 'event' && isPlanned(content)

type Props = {
  /** The page is shown beside the form, so that no link has to lead to it. */
  hasPreview?: boolean
}

/** Buttons of the bar below the form. They are disabled while there are unsaved changes. */
export const ContentActions = ({ hasPreview = false }: Props) => {
  const content = useRecordContext<DeskContent>()
  const isChanged = useIsChanged()
  const { attempt, isBusy } = useAction()
  const hiding = useScope(content)
  const showing = useScope(content, 'later')
  if (!content) return null
  const { id, state, title: name } = content
  const disabled = isBusy || isChanged
  const isPublishable =
    state !== 'published' && state !== 'offered' && state !== 'cancelled' && !content.cancelled_at
  return (
    <div className="desk-actions desk-publish">
      {isChanged && <p className="desk-quiet">{t('contents.save_first')}</p>}
      <MoreActs name={name}>
        {!hasPreview && <PreviewLink id={id} isDisabled={disabled} />}
        <CopyButton disabled={disabled} />
        {isUnpublishable(content) && (
          <ConfirmButton
            disabled={disabled}
            label={t('contents.unpublish')}
            onConfirm={() => attempt(unpublishing(content, hiding.scope))}
            text={content.cancelled_at ? t('contents.unpublish_end') : t('contents.unpublish_sure')}
            title={t('contents.unpublish_ask', { name })}
          >
            {hiding.field}
          </ConfirmButton>
        )}
        {isPublishable && (
          <MomentButton
            disabled={disabled}
            field={t('contents.at')}
            label={t('contents.publish_at')}
            missing={t('contents.at_missing')}
            onMoment={(at) => attempt(publishing(content, { at, scope: showing.scope }))}
            title={t('contents.publish_at_ask', { name })}
          >
            {showing.field}
            <Audience id={id} isLater />
          </MomentButton>
        )}
      </MoreActs>
      <OfferButtons disabled={disabled} />
      {isPublishable && (
        <ConfirmButton
          disabled={disabled}
          isPrimary
          label={t('contents.publish')}
          onConfirm={() => attempt(publishing(content, showing))}
          title={t('contents.publish_ask', { name })}
        >
          {showing.field}
          <Audience id={id} />
        </ConfirmButton>
      )}
    </div>
  )
}

/** Disabled with unsaved changes, as the buttons of the bar. */
export const CancelButton = () => {
  const content = useRecordContext<DeskContent>()
  const isChanged = useIsChanged()
  const { attempt, isBusy } = useAction()
  const { scope, field } = useScope(content)
  if (!content) return null
  const { id, title: name, parent_id } = content
  const texts = parent_id == null ? 'contents' : 'tables'
  return (
    <ConfirmButton
      disabled={isBusy || isChanged}
      isDangerous
      keep={t(`${texts}.keep`)}
      label={t(`${texts}.cancel`)}
      onConfirm={() => attempt(actionOf(cancel, { id, scope }, t(`${texts}.cancel_done`)))}
      text={t(`${texts}.cancel_sure`)}
      title={t('contents.cancel_ask', { name })}
    >
      {field}
    </ConfirmButton>
  )
}

/** Deletes an article that was once on the site. */
export const DeleteButton = () => {
  const content = useRecordContext<DeskContent>()
  const asked = useRemove(true)
  if (!content) return null
  const { id, title: name } = content
  const title = t('contents.delete_ask', { name })
  return (
    <ConfirmButton {...asked} label={t('contents.delete')} title={title}>
      <Belongings ids={[id]} />
    </ConfirmButton>
  )
}

/** Disabled with unsaved changes: the preview shows the saved record. */
const PreviewLink = ({ id, isDisabled }: { id: number; isDisabled: boolean }) => {
  const createPath = useCreatePath()
  if (isDisabled)
    return (
      <button className="desk-plain" disabled type="button">
        {t('contents.preview')}
      </button>
    )
  return (
    <Link className="desk-plain" to={createPath({ resource: 'contents', id, type: 'show' })}>
      {t('contents.preview')}
    </Link>
  )
}
