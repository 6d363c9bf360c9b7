import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupId } from '#contract/ids.ts'
import { OPTIONS_MAX, PLAN_NOTES_MAX, SESSION_TITLE_MAX } from '#contract/planningLimits.ts'
import { readerTimeZone } from '#src/platform/timeZone.ts'
import { useMakePollMutation } from '#src/store/groups/planning/api.ts'
import { useUnsaved } from '#src/store/hooks.ts'
import { Button, IconButton } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { TextArea, TextField } from '#src/ui/TextField.tsx'
import { LengthSelect } from './LengthSelect.tsx'
import { periodFrom } from './localTime.ts'
import { refusalKey } from './refusals.ts'

type Props = { group: GroupId; onClose: () => void }

export function PollDialog({ open, ...props }: Props & { open: boolean }) {
  const { t } = useTranslation()
  return (
    <Modal
      open={open}
      onClose={props.onClose}
      title={t('planning.propose')}
      closeLabel={t('dashboard.close_dialog')}
      isStatic
    >
      <PollForm {...props} />
    </Modal>
  )
}

/** A start; its number stays while others are removed. */
type Start = { readonly key: number; readonly value: string }
const FIRST: readonly Start[] = [
  { key: 0, value: '' },
  { key: 1, value: '' },
]

function PollForm({ group, onClose }: Props) {
  const { t } = useTranslation()
  const [make, { isLoading, error }] = useMakePollMutation()
  const [title, setTitle] = useState('')
  const [notes, setNotes] = useState('')
  const [hours, setHours] = useState(4)
  const [starts, setStarts] = useState(FIRST)
  const [isChecked, setIsChecked] = useState(false)
  const filled = starts.filter(({ value }) => value !== '')
  useUnsaved('planning', [title, notes])

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsChecked(true)
    const options = filled.flatMap(({ value }) => periodFrom(value, hours) ?? [])
    if (options.length === 0) {
      event.currentTarget.querySelector<HTMLElement>('input[type=datetime-local]')?.focus()
      return
    }
    const sent = await make({ group, title, notes, time_zone: readerTimeZone(), options })
    if (!sent.error) onClose()
  }
  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <TextField
        data-autofocus
        label={t('planning.title_optional')}
        autoComplete="off"
        maxLength={SESSION_TITLE_MAX}
        value={title}
        onChange={setTitle}
      />
      <StartFields
        starts={starts}
        onChange={setStarts}
        error={isChecked && filled.length === 0 ? t('planning.start_missing') : undefined}
      />
      <LengthSelect hours={hours} onChange={setHours} />
      <TextArea
        label={t('planning.notes_optional')}
        rows={2}
        maxLength={PLAN_NOTES_MAX}
        value={notes}
        onChange={setNotes}
      />
      <p className="font-sans text-sm text-ink-soft">
        {t('planning.your_zone', { zone: readerTimeZone() })}
      </p>
      <FormError message={error && t(refusalKey(error))} />
      <Button type="submit" variant="primary" busy={isLoading} className="self-start">
        {t('planning.ask')}
      </Button>
    </form>
  )
}

type StartsProps = {
  starts: readonly Start[]
  onChange: (starts: readonly Start[]) => void
  error: string | undefined
}

function StartFields({ starts, onChange, error }: StartsProps) {
  const { t } = useTranslation()
  const isFull = starts.length >= OPTIONS_MAX
  const add = () => {
    const key = Math.max(...starts.map((start) => start.key)) + 1
    onChange([...starts, { key, value: '' }])
  }
  const change = (key: number, value: string) =>
    onChange(starts.map((start) => (start.key === key ? { key, value } : start)))
  return (
    <div tabIndex={-1} className="flex flex-col gap-3 outline-none">
      {starts.map(({ key, value }, index) => (
        <div key={key} className="flex items-end gap-2">
          <TextField
            type="datetime-local"
            label={t('planning.option_start', { number: index + 1 })}
            value={value}
            onChange={(start) => change(key, start)}
            error={index === 0 ? error : undefined}
            className="min-w-0 flex-1"
          />
          {starts.length > 1 && (
            <IconButton
              icon="close"
              label={t('planning.remove_option', { number: index + 1 })}
              onClick={() => onChange(starts.filter((start) => start.key !== key))}
            />
          )}
        </div>
      ))}
      {!isFull && (
        <Button icon="plus" onClick={add} className="self-start">
          {t('planning.add_option')}
        </Button>
      )}
    </div>
  )
}
