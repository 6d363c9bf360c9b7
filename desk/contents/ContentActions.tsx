import { useId, useState } from 'react'
import { ShowButton, useFormGroup, useRecordContext } from 'react-admin'
import type { DeskContent } from '#contract/schemas/deskContent.ts'
import { ActButton } from '../parts/ActButton.tsx'
import { Ask } from '../parts/Ask.tsx'
import { SureButton } from '../parts/SureButton.tsx'
import { useAct } from '../parts/useAct.ts'
import { texts } from '../texts.ts'

const words = texts.contents

/** Of the form's fields, which decide whether there is something to save first. */
export const CONTENT_FIELDS = 'content'

export const ContentActions = () => {
  const content = useRecordContext<DeskContent>()
  const { isDirty } = useFormGroup(CONTENT_FIELDS)
  const { act, attempt, isBusy } = useAct('contents')
  if (!content) return null
  const { id, kind, state } = content
  const isOff = isBusy || isDirty === true
  const mayPublish = state !== 'published' && state !== 'cancelled'
  const mayUnpublish = state === 'published' || state === 'scheduled'
  return (
    <div className="desk-actions">
      <ShowButton disabled={isOff} label={words.preview} />
      {mayPublish && (
        <>
          <ActButton
            disabled={isOff}
            onClick={() => act(id, 'publish', words.publishDone)}
            isPrimary
          >
            {words.publish}
          </ActButton>
          <PublishAt
            disabled={isOff}
            onTime={(at) => attempt(id, 'publish', words.scheduleDone, { at })}
          />
        </>
      )}
      {mayUnpublish && (
        <SureButton
          disabled={isOff}
          label={words.unpublish}
          onSure={() => attempt(id, 'unpublish', words.unpublishDone)}
          question={words.unpublishSure}
        />
      )}
      {kind === 'event' && mayUnpublish && (
        <SureButton
          disabled={isOff}
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

type PublishAtProps = { disabled: boolean; onTime: (at: string) => Promise<string> }

const PublishAt = ({ disabled, onTime }: PublishAtProps) => {
  const [time, setTime] = useState('')
  const id = useId()
  const handleSure = async () =>
    time === '' ? words.atMissing : onTime(new Date(time).toISOString())
  return (
    <Ask disabled={disabled} label={words.publishAt} onSure={handleSure}>
      <label htmlFor={id}>{words.at}</label>
      <input
        id={id}
        onChange={(event) => setTime(event.target.value)}
        required
        type="datetime-local"
        value={time}
      />
    </Ask>
  )
}
