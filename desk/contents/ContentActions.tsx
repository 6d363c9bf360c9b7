import { useId, useState } from 'react'
import { Button, Confirm, ShowButton, TopToolbar, useRecordContext } from 'react-admin'
import type { DeskContent } from '#contract/schemas/deskContent.ts'
import { SureButton } from '../parts/SureButton.tsx'
import { useAct } from '../parts/useAct.ts'
import { texts } from '../texts.ts'

const words = texts.contents

export const ContentActions = () => {
  const content = useRecordContext<DeskContent>()
  const { act, isBusy } = useAct('contents')
  if (!content) return <TopToolbar />
  const { id, kind, state } = content
  const mayPublish = state !== 'published' && state !== 'cancelled'
  const mayUnpublish = state === 'published' || state === 'scheduled'
  const mayCancel = kind === 'event' && mayUnpublish
  return (
    <TopToolbar>
      <ShowButton label={words.preview} />
      {mayPublish && (
        <>
          <Button
            disabled={isBusy}
            label={words.publish}
            onClick={() => act(id, 'publish', words.publishDone)}
            variant="contained"
          />
          <PublishAt
            disabled={isBusy}
            onTime={(at) => act(id, 'publish', words.scheduleDone, { at })}
          />
        </>
      )}
      {mayUnpublish && (
        <Button
          disabled={isBusy}
          label={words.unpublish}
          onClick={() => act(id, 'unpublish', words.unpublishDone)}
        />
      )}
      {mayCancel && (
        <SureButton
          disabled={isBusy}
          label={words.cancel}
          onSure={() => act(id, 'cancel', words.cancelDone)}
          question={words.cancelSure}
        />
      )}
    </TopToolbar>
  )
}

type PublishAtProps = { disabled: boolean; onTime: (at: string) => void }

const PublishAt = ({ disabled, onTime }: PublishAtProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const [time, setTime] = useState('')
  const id = useId()
  const handleConfirm = () => {
    if (time === '') return
    setIsOpen(false)
    onTime(new Date(time).toISOString())
  }
  return (
    <>
      <Button disabled={disabled} label={words.publishAt} onClick={() => setIsOpen(true)} />
      <Confirm
        content={
          <span className="desk-reason">
            <label htmlFor={id}>{words.at}</label>
            <input
              id={id}
              onChange={(event) => setTime(event.target.value)}
              type="datetime-local"
              value={time}
            />
          </span>
        }
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        onConfirm={handleConfirm}
        title={words.publishAt}
      />
    </>
  )
}
