import { useTranslation } from 'react-i18next'
import type { GroupId } from '#contract/ids.ts'
import { OPTIONS_MAX, PLAN_NOTES_MAX, SESSION_TITLE_MAX } from '#contract/planning.ts'
import { zoneName } from '#contract/timeRange.ts'
import { readerTimeZone } from '#src/platform/timeZone.ts'
import { useMakePollMutation } from '#src/store/groups/planning/api.ts'
import { useUnsaved } from '#src/store/hooks.ts'
import { refusalOf } from '#src/store/refusals.ts'
import { Button, IconButton } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/form/Form.tsx'
import { FormFoot } from '#src/ui/form/FormFoot.tsx'
import { useForm } from '#src/ui/form/useForm.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { TextArea, TextField } from '#src/ui/TextField.tsx'
import { LengthSelect } from './LengthSelect.tsx'
import { periodFrom } from './localTime.ts'

type Props = { group: GroupId; open: boolean; onClose: () => void; onDone: () => void }

/** Asks the members about dates. */
export function PollDialog({ group, open, onClose, onDone }: Props) {
  const { t } = useTranslation()
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('planning.propose')}
      closeLabel={t('dashboard.close_dialog')}
      isStatic
    >
      <PollForm group={group} onDone={onDone} />
    </Modal>
  )
}

/** A start; its key stays the same while others are removed. */
type Start = { readonly key: number; readonly value: string }
type Poll = { title: string; starts: readonly Start[]; hours: number; notes: string }

const EMPTY: Poll = {
  title: '',
  starts: [
    { key: 0, value: '' },
    { key: 1, value: '' },
  ],
  hours: 4,
  notes: '',
}

const optionsIn = ({ starts, hours }: Poll) =>
  starts.flatMap(({ value }) => periodFrom(value, hours) ?? [])

const pollProblems = (poll: Poll) =>
  optionsIn(poll).length > 0 ? {} : ({ starts: 'planning.start_missing' } as const)

function PollForm({ group, onDone }: Pick<Props, 'group' | 'onDone'>) {
  const { t } = useTranslation()
  const [make] = useMakePollMutation()
  const form = useForm({ initial: EMPTY, rules: pollProblems, say: t })
  const { field, values } = form
  useUnsaved('planning', [values.title, values.notes])

  const handleSubmit = async (poll: Poll) => {
    const { title, notes } = poll
    const call = { group, title, notes, time_zone: readerTimeZone(), options: optionsIn(poll) }
    const { error } = await make(call)
    if (!error) onDone()
    return refusalOf<keyof Poll>(error, t, 'planning.failed')
  }
  return (
    <Form form={form} onSubmit={handleSubmit} className="flex flex-col gap-4">
      <TextField
        {...field('title')}
        data-autofocus
        label={t('planning.title_optional')}
        autoComplete="off"
        maxLength={SESSION_TITLE_MAX}
      />
      <StartFields
        starts={values.starts}
        onChange={field('starts').onChange}
        error={form.errorAt('starts')}
      />
      <p className="font-sans text-sm text-ink-soft">
        {t('planning.your_zone', { zone: zoneName(readerTimeZone()) })}
      </p>
      <LengthSelect hours={values.hours} onChange={field('hours').onChange} />
      <TextArea
        {...field('notes')}
        label={t('planning.notes_optional')}
        rows={2}
        maxLength={PLAN_NOTES_MAX}
      />
      <p className="font-sans text-sm text-ink-soft">{t('planning.ask_hint')}</p>
      <FormFoot error={form.error}>
        <Button type="submit" variant="primary" busy={form.isBusy}>
          {t('planning.ask')}
        </Button>
      </FormFoot>
    </Form>
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
