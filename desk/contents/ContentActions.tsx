import { useCreatePath, useFormGroup, useRecordContext } from 'react-admin'
import { Link } from 'react-router'
import type { DeskContent } from '#contract/schemas/deskContent.ts'
import { Ask } from '../parts/Ask.tsx'
import { SureButton } from '../parts/SureButton.tsx'
import { type Undo, useAct } from '../parts/useAct.ts'
import { texts } from '../texts.ts'
import { Audience } from './Audience.tsx'
import { contentWords as more } from './contentWords.ts'
import { PublishAt } from './PublishAt.tsx'

const words = texts.contents

const again = (at: string | null, done: string): Undo => ({ action: 'publish', body: { at }, done })

/** What takes the publication of an item back, which was in the state of the record before. */
const beforePublishing = ({ state, publish_at }: DeskContent): Undo =>
  state === 'scheduled'
    ? again(publish_at, more.planBack)
    : { action: 'unpublish', done: more.publishBack }

const beforePlanning = ({ state, publish_at }: DeskContent): Undo =>
  state === 'scheduled'
    ? again(publish_at, more.planBack)
    : { action: 'unpublish', done: more.draftBack }

/** Of the form's fields, which decide whether there is something to save first. */
export const CONTENT_FIELDS = 'content'

export const ContentActions = () => {
  const content = useRecordContext<DeskContent>()
  const { isDirty } = useFormGroup(CONTENT_FIELDS)
  const { attempt, isBusy } = useAct('contents')
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
            onSure={() => attempt(id, 'publish', words.publishDone, {}, beforePublishing(content))}
          >
            <Audience id={id} />
          </Ask>
          <PublishAt
            disabled={isOff}
            id={id}
            onTime={(at) =>
              attempt(id, 'publish', words.scheduleDone, { at }, beforePlanning(content))
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
            attempt(id, 'unpublish', words.unpublishDone, {}, again(publish_at, more.unpublishBack))
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
          onSure={() => attempt(id, 'cancel', words.cancelDone)}
          question={words.cancelSure}
        />
      )}
      {isDirty && <p className="desk-quiet">{words.saveFirst}</p>}
    </div>
  )
}

/** Leads nowhere while there is something to save: the preview shows what is saved. */
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
