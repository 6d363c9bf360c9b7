import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupId } from '#contract/ids.ts'
import { PLAN_NOTES_MAX, SESSION_TITLE_MAX } from '#contract/planFields.ts'
import { readerTimeZone } from '#src/platform/intl.ts'
import { useFeature } from '#src/store/account/selectors.ts'
import { planningApi } from '#src/store/groups/planning/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { useUnsaved } from '#src/store/hooks.ts'
import { refusalOf } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form, FormFoot, useForm } from '#src/ui/form/Form.tsx'
import { joined } from '#src/ui/look.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { TextArea, TextField } from '#src/ui/TextField.tsx'
import {
  ClosingField,
  closingIn,
  HOURS,
  offeredClosing,
  periodsIn,
  type Start,
  StartFields,
  startProblems,
} from './PollFields.tsx'
import { LengthSelect } from './RadioRow.tsx'
import { SessionDialog } from './SessionDialog.tsx'

const EMPTY_STARTS: readonly Start[] = [
  { key: 0, value: '' },
  { key: 1, value: '' },
]

type Poll = {
  title: string
  starts: readonly Start[]
  hours: number
  notes: string
  /** Null: what the form offers. */
  closes: string | null
}

const EMPTY: Poll = { title: '', starts: EMPTY_STARTS, hours: HOURS, notes: '', closes: null }

/** Asks the members about dates. */
export function PollForm({ group, onDone }: { group: GroupId; onDone: () => void }) {
  const { t } = useTranslation()
  const [make] = planningApi.useMakePollMutation()
  const hasMore = useFeature('polls')
  const [now] = useState(Date.now)
  const keep = `poll/${group}`
  const form = useForm({ initial: EMPTY, rules: startProblems, say: t, keep })
  const { field, values } = form
  useUnsaved(keep, [values.title, values.notes])
  const closes = values.closes ?? offeredClosing(values.starts, now)

  const handleSubmit = async ({ title, notes, starts, hours }: Poll) => {
    const { error } = await make({
      id: group,
      title,
      notes,
      time_zone: readerTimeZone(),
      options: periodsIn(starts, hours),
      ...(hasMore && { closes_at: closingIn(closes) }),
    })
    form.settle(error, onDone)
    return refusalOf<keyof Poll>(error, t, 'planning.poll_failed')
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
        suggest={hasMore ? { group, hours: values.hours } : null}
      />
      <LengthSelect hours={values.hours} onChange={field('hours').onChange} />
      {hasMore && <ClosingField {...field('closes')} value={closes} />}
      <TextArea
        {...field('notes')}
        label={t('planning.notes_optional')}
        rows={2}
        maxLength={PLAN_NOTES_MAX}
      />
      <p className="font-sans text-sm text-ink-soft">
        {joined(t('planning.ask_hint'), hasMore && t('planning.told_hint'))}
      </p>
      <FormFoot form={form}>{t('planning.ask')}</FormFoot>
    </Form>
  )
}

type Props = {
  group: GroupRow
  /** Called when a session or a poll was made. */
  onMade?: () => void
}

export function PlannerButtons({ group, onMade }: Props) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'poll' | 'session' | null>(null)
  const close = () => setDialog(null)
  const handleDone = () => {
    close()
    onMade?.()
  }
  return (
    <div className="flex flex-wrap gap-x-2 gap-y-1.5">
      <Button
        variant="primary"
        icon="plus"
        className="max-sm:px-3"
        onClick={() => setDialog('session')}
      >
        {t('planning.plan_session')}
      </Button>
      <Button className="max-sm:px-3" onClick={() => setDialog('poll')}>
        {t('planning.propose')}
      </Button>
      <Modal open={dialog === 'poll'} onClose={close} title={t('planning.propose')} isStatic>
        <PollForm group={group.id} onDone={handleDone} />
      </Modal>
      <SessionDialog
        group={group.id}
        open={dialog === 'session'}
        target={{
          kind: 'new',
          members: group.members.filter(({ is_active }) => is_active !== false),
        }}
        onClose={close}
        onDone={handleDone}
      />
    </div>
  )
}
