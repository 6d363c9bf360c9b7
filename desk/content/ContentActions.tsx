import { useCreatePath, useFormGroup, useRecordContext } from 'react-admin'
import { Link } from 'react-router'
import { deskRoutes } from '#contract/desk.ts'
import type { DeskContent } from '#contract/schemas/deskContent.ts'
import { t } from '../i18n.ts'
import { Ask } from '../parts/Ask.tsx'
import { SureButton } from '../parts/SureButton.tsx'
import { type Undo, undoBy, useAct } from '../parts/useAct.ts'
import { Audience } from './Audience.tsx'
import { PublishAt } from './PublishAt.tsx'

const { publish, unpublish, cancel } = deskRoutes.contents

/** Restores the state of the record before it was published or scheduled. @param back the notice for a draft */
const undoOf = ({ id, state, publish_at }: DeskContent, back: string): Undo =>
  state === 'scheduled'
    ? undoBy(publish, { id, at: publish_at }, t('contents.plan_back'))
    : undoBy(unpublish, { id }, back)

/** The group of the form's fields: unsaved changes disable the actions. */
export const CONTENT_FIELDS = 'content'

export const ContentActions = () => {
  const content = useRecordContext<DeskContent>()
  const { isDirty } = useFormGroup(CONTENT_FIELDS)
  const { attempt, isBusy } = useAct()
  if (!content) return null
  const { id, kind, state, title, publish_at } = content
  const isOff = isBusy || isDirty === true
  const mayPublish = state !== 'published' && state !== 'cancelled'
  const mayUnpublish = state === 'published' || state === 'scheduled'
  return (
    <div className="desk-actions">
      <PreviewLink id={id} isOff={isOff} />
      {mayPublish && (
        <>
          <Ask
            about={title}
            disabled={isOff}
            isPrimary
            label={t('contents.publish')}
            onSure={() =>
              attempt(
                publish,
                { id },
                t('contents.publish_done'),
                undoOf(content, t('contents.publish_back')),
              )
            }
          >
            <Audience id={id} />
          </Ask>
          <PublishAt
            disabled={isOff}
            id={id}
            onTime={(at) =>
              attempt(
                publish,
                { id, at },
                t('contents.schedule_done'),
                undoOf(content, t('contents.draft_back')),
              )
            }
            title={title}
          />
        </>
      )}
      {mayUnpublish && (
        <SureButton
          disabled={isOff}
          label={t('contents.unpublish')}
          about={title}
          onSure={() =>
            attempt(
              unpublish,
              { id },
              t('contents.unpublish_done'),
              undoBy(publish, { id, at: publish_at }, t('contents.unpublish_back')),
            )
          }
          question={t('contents.unpublish_sure')}
        />
      )}
      {kind === 'event' && mayUnpublish && (
        <SureButton
          disabled={isOff}
          about={title}
          isDangerous
          label={t('contents.cancel')}
          onSure={() => attempt(cancel, { id }, t('contents.cancel_done'))}
          question={t('contents.cancel_sure')}
        />
      )}
      {isDirty && <p className="desk-quiet">{t('contents.save_first')}</p>}
    </div>
  )
}

/** Disabled with unsaved changes: the preview shows the saved record. */
const PreviewLink = ({ id, isOff }: { id: number; isOff: boolean }) => {
  const createPath = useCreatePath()
  if (isOff)
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
