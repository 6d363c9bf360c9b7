import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupId } from '#contract/ids.ts'
import {
  LINK_MAX,
  LINK_PATTERN,
  PLACE_MAX,
  PLAN_NOTES_MAX,
  SESSION_TITLE_MAX,
} from '#contract/planningLimits.ts'
import { readerTimeZone } from '#src/platform/timeZone.ts'
import { useUnsaved } from '#src/store/hooks.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { TextArea, TextField } from '#src/ui/TextField.tsx'
import { TimeSpan } from '#src/ui/Time.tsx'
import { LengthSelect } from './LengthSelect.tsx'
import { periodFrom } from './localTime.ts'
import { RepeatFields } from './RepeatFields.tsx'
import { refusalKey } from './refusals.ts'
import { type Fields, fieldsOf, type SessionTarget, textsOf } from './sessionFields.ts'
import { useSendSession } from './useSendSession.ts'

type Props = { group: GroupId; target: SessionTarget; onDone: () => void }
type PartProps = { fields: Fields; set: (change: Partial<Fields>) => void; isChecked: boolean }

const isLink = (text: string): boolean => new RegExp(LINK_PATTERN).test(text.trim())

/** Plans a session, makes one of an option of a poll, or changes one. */
export function SessionForm({ group, target, onDone }: Props) {
  const { t } = useTranslation()
  const [before] = useState(() => fieldsOf(target))
  const [fields, setFields] = useState(before)
  const [isChecked, setIsChecked] = useState(false)
  const { send, isLoading, error } = useSendSession(group, target)
  const set = (change: Partial<Fields>) => setFields({ ...fields, ...change })
  useUnsaved('planning', textsOf(fields), textsOf(before))

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsChecked(true)
    const form = event.currentTarget
    const wrong =
      periodFrom(fields.start, fields.hours) === null
        ? 'start'
        : isLink(fields.link)
          ? undefined
          : 'link'
    if (wrong === undefined) {
      if (await send(fields)) onDone()
      return
    }
    const field = form.elements.namedItem(wrong)
    if (field instanceof HTMLElement) field.focus()
  }
  const isSeries = target.kind === 'change' && target.date.repeats
  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      {target.kind === 'fix' ? (
        <p className="font-sans font-medium">
          <TimeSpan start={target.option.starts_at} end={target.option.ends_at} />
        </p>
      ) : (
        <WhenFields fields={fields} set={set} isChecked={isChecked} />
      )}
      {target.kind === 'new' && <RepeatFields fields={fields} set={set} />}
      <WhereFields fields={fields} set={set} isChecked={isChecked} />
      <p className="font-sans text-sm text-ink-soft">
        {[
          isSeries && t('planning.series_hint'),
          target.kind === 'change' && t('planning.move_hint'),
          t('planning.told_hint'),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <FormError message={error && t(refusalKey(error))} />
      <Button type="submit" variant="primary" busy={isLoading} className="self-start">
        {t(target.kind === 'change' ? 'planning.save' : 'planning.plan_it')}
      </Button>
    </form>
  )
}

function WhenFields({ fields, set, isChecked }: PartProps) {
  const { t } = useTranslation()
  const isMissing = isChecked && periodFrom(fields.start, fields.hours) === null
  return (
    <>
      <TextField
        data-autofocus
        type="datetime-local"
        name="start"
        required
        label={t('planning.start')}
        hint={t('planning.your_zone', { zone: readerTimeZone() })}
        value={fields.start}
        onChange={(start) => set({ start })}
        error={isMissing ? t('planning.start_missing') : undefined}
      />
      <LengthSelect hours={fields.hours} onChange={(hours) => set({ hours })} />
    </>
  )
}

function WhereFields({ fields, set, isChecked }: PartProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        data-autofocus
        label={t('planning.title_optional')}
        autoComplete="off"
        maxLength={SESSION_TITLE_MAX}
        value={fields.title}
        onChange={(title) => set({ title })}
      />
      <TextField
        label={t('planning.place_optional')}
        autoComplete="off"
        maxLength={PLACE_MAX}
        value={fields.place}
        onChange={(place) => set({ place })}
      />
      <TextField
        type="url"
        name="link"
        label={t('planning.link_optional')}
        autoComplete="off"
        maxLength={LINK_MAX}
        value={fields.link}
        onChange={(link) => set({ link })}
        error={isChecked && !isLink(fields.link) ? t('planning.link_wrong') : undefined}
      />
      <TextArea
        label={t('planning.notes_optional')}
        rows={2}
        maxLength={PLAN_NOTES_MAX}
        value={fields.notes}
        onChange={(notes) => set({ notes })}
      />
    </>
  )
}
