import { useCreatePath, useFormGroup, useRecordContext } from 'react-admin'
import { Link } from 'react-router'
import { deskRoutes } from '#contract/desk.ts'
import type { DeskContent } from '#contract/schemas/deskContent.ts'
import { Ask } from '../parts/Ask.tsx'
import { SureButton } from '../parts/SureButton.tsx'
import { type Undo, undoBy, useAct } from '../parts/useAct.ts'
import { texts } from '../texts/texts.ts'
import { Audience } from './Audience.tsx'
import { contentWords as more } from './contentWords.ts'
import { PublishAt } from './PublishAt.tsx'

const words = texts.contents

const { publish, unpublish, cancel } = deskRoutes.contents

/** Restores the state of the record before it was published or scheduled. @param back the notice for a draft */
const undoOf = ({ id, state, publish_at }: DeskContent, back: string): Undo =>
  state === 'scheduled'
    ? undoBy(publish, { id, at: publish_at }, more.planBack)
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
            label={words.publish}
            onSure={() =>
              attempt(publish, { id }, words.publishDone, undoOf(content, more.publishBack))
            }
          >
            <Audience id={id} />
          </Ask>
          <PublishAt
            disabled={isOff}
            id={id}
            onTime={(at) =>
              attempt(publish, { id, at }, words.scheduleDone, undoOf(content, more.draftBack))
            }
            title={title}
          />
        </>
      )}
      {mayUnpublish && (
        <SureButton
          disabled={isOff}
          label={words.unpublish}
          about={title}
          onSure={() =>
            attempt(
              unpublish,
              { id },
              words.unpublishDone,
              undoBy(publish, { id, at: publish_at }, more.unpublishBack),
            )
          }
          question={words.unpublishSure}
        />
      )}
      {kind === 'event' && mayUnpublish && (
        <SureButton
          disabled={isOff}
          about={title}
          isDangerous
          label={words.cancel}
          onSure={() => attempt(cancel, { id }, words.cancelDone)}
          question={words.cancelSure}
        />
      )}
      {isDirty && <p className="desk-quiet">{words.saveFirst}</p>}
    </div>
  )
}

/** Disabled with unsaved changes: the preview shows the saved record. */
const PreviewLink = ({ id, isOff }: { id: number; isOff: boolean }) => {
  const createPath = useCreatePath()
  if (isOff)
    return (
      <button className="desk-plain" disabled type="button">
        {words.preview}
      </button>
    )
  return (
    <Link className="desk-plain" to={createPath({ resource: 'contents', id, type: 'show' })}>
      {words.preview}
    </Link>
  )
}
