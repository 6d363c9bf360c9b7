import { useTranslation } from 'react-i18next'
import type { DateOption, DatePoll } from '#contract/datePolls.ts'
import type { GroupId } from '#contract/ids.ts'
import { planningApi } from '#src/store/groups/planning/api.ts'
import { refusalOf } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form, FormFoot, useForm } from '#src/ui/form/Form.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { useOvertaken } from '../useOvertaken.ts'
import { hoursBetween, localValue, periodFrom } from './LocalTimes.tsx'
import {
  ClosingField,
  closingIn,
  HOURS,
  offeredClosing,
  type Start,
  startProblems,
} from './PollFields.tsx'
import { StartFields } from './StartFields.tsx'

const { useChangeOptionsMutation } = planningApi

type Props = { group: GroupId; poll: DatePoll; open: boolean; onClose: () => void }

/** Adds, changes and withdraws dates of a poll. */
export function OptionsDialog({ open, onClose, ...props }: Props) {
  const { t } = useTranslation()
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('planning.change_dates')}
      closeLabel={t('dashboard.close_dialog')}
      isStatic
    >
      <OptionsForm {...props} onDone={onClose} />
    </Modal>
  )
}

type Fields = { starts: readonly Start[]; closes: string }

/** A poll that is closed needs another closing date to take answers again. */
function fieldsOf({ options, closes_at, is_closed }: DatePoll): Fields {
  const starts = startsOf(options)
  if (is_closed) return { starts, closes: offeredClosing(starts, Date.now()) }
  return { starts, closes: closes_at ? localValue(closes_at) : '' }
}

const optionProblems = ({ starts }: Fields) => startProblems(starts)

function OptionsForm({
  group,
  poll,
  onDone,
}: Omit<Props, 'open' | 'onClose'> & { onDone: () => void }) {
  const { t } = useTranslation()
  const [change] = useChangeOptionsMutation()
  const { opened, current, settle } = useOvertaken(poll)
  const form = useForm({
    initial: fieldsOf(opened),
    rules: optionProblems,
    say: t,
    keep: `options/${poll.id}`,
  })
  const { field, values } = form

  const handleSubmit = async ({ starts, closes }: Fields) => {
    const { closes_at = null } = opened
    const { options, sequence = 0 } = current
    const isSame = closes_at !== null && closes === localValue(closes_at)
    const { error } = await change({
      group_id: group,
      id: poll.id,
      options: changedOptions(starts, options),
      closes_at: isSame ? closes_at : closingIn(closes),
      sequence,
    })
    settle(error)
    form.settle(error, onDone)
    return refusalOf<keyof Fields>(error, t, 'planning.failed')
  }
  return (
    <Form form={form} onSubmit={handleSubmit} className="flex flex-col gap-4">
      <StartFields
        starts={values.starts}
        onChange={field('starts').onChange}
        error={form.errorAt('starts')}
        suggest={{ group, hours: Math.ceil(hoursOf(opened.options[0])) }}
      />
      <ClosingField {...field('closes')} />
      <p className="font-sans text-sm text-ink-soft">{t('planning.change_dates_hint')}</p>
      <FormFoot error={form.error}>
        <Button type="submit" variant="primary" busy={form.isBusy}>
          {t('planning.save')}
        </Button>
      </FormFoot>
    </Form>
  )
}

const startsOf = (options: readonly DateOption[]): Start[] =>
  options.map((option, key) => ({ key, value: localValue(option.starts_at), option }))

/**
 * The dates of a poll after a change. The input has no seconds, and an hour that the clocks repeat is ambiguous: an
 * untouched date is sent unchanged. A moved one keeps its length, and a new one has that of the first; so is one that
 * the poll no longer has.
 */
function changedOptions(starts: readonly Start[], before: readonly DateOption[]) {
  return starts.flatMap(({ value, option }) => {
    const known = before.some(({ id }) => id === option?.id) && option && { id: option.id }
    if (option && value === localValue(option.starts_at)) {
      const { starts_at, ends_at } = option
      return { ...known, starts_at, ends_at }
    }
    const period = periodFrom(value, hoursOf(option ?? before[0]))
    return period === null ? [] : { ...known, ...period }
  })
}

/** Servers may leave out the end. */
const hoursOf = (option: DateOption | undefined): number =>
  (option && hoursBetween(option.starts_at, option.ends_at)) || HOURS
