import { useState } from 'react'
import { usePermissions } from 'react-admin'
import type { DeskRole } from '#contract/desk.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import { LONG_TEXT_MAX } from '#contract/fields.ts'
import type { DeskCase } from '#contract/reports.ts'
import { REPORT_ACTS, type ReportAct } from '#contract/sets.ts'
import { t } from '../i18n.ts'
import { ReasonButton } from '../parts/ActionButton.tsx'
import { DialogField, DialogSelect, UntilField } from '../parts/Dialog.tsx'
import { actionOf, useAction } from '../parts/useAction.ts'

type Props = { item: DeskCase; name: string }

/** Acts that are possible; a picture has no text, a thing without a member has no one to warn, and one that is gone stays. */
function actsOf({ kind, user, now }: DeskCase, isSuperuser: boolean): readonly ReportAct[] {
  return REPORT_ACTS.filter(
    (act) =>
      (now !== null || (act !== 'hide' && act !== 'edit')) &&
      (act !== 'edit' || kind !== 'picture') &&
      (user !== null || ['nothing', 'hide', 'edit'].includes(act)) &&
      (act !== 'close' || isSuperuser),
  )
}

/** Decides about a case; a letter is answered. */
export const DecideButton = ({ item, name }: Props) => {
  const { id, kind, now } = item
  const { attempt } = useAction()
  const { permissions } = usePermissions<DeskRole | null>()
  const [act, setAct] = useState<ReportAct>('nothing')
  const [day, setDay] = useState('')
  const [text, setText] = useState(now?.text ?? '')
  const done = t('reports.decide_done')
  const isTimed = act === 'silence' || act === 'bar'
  const decide = (reason: string) => {
    const until = isTimed ? { until: new Date(`${day}T12:00`).toISOString() } : {}
    const seen = now && (act === 'hide' || act === 'edit') ? { version: now.version } : {}
    const own = act === 'edit' ? { text, ...seen } : seen
    return attempt(actionOf(deskCalls.reports.decide, { id, act, reason, ...until, ...own }, done))
  }
  if (kind === 'letter')
    return (
      <ReasonButton
        field={t('reports.answer_field')}
        isDangerous={false}
        isPrimary
        label={t('reports.answer')}
        missing={t('reports.answer_missing')}
        note={t('reports.answer_note')}
        onReason={decide}
        title={t('reports.answer')}
      />
    )
  const gap = isTimed && day === '' ? t('reports.until_missing') : ''
  return (
    <ReasonButton
      gap={gap || (act === 'edit' && text.trim() === '' ? t('reports.text_missing') : '')}
      isDangerous={false}
      isPrimary
      label={t('reports.decide')}
      note={t(act === 'nothing' ? 'reports.left_note' : 'reports.reason_note')}
      onReason={decide}
      title={t('reports.ask', { name })}
    >
      <DialogSelect
        choices={actsOf(item, permissions === 'superuser').map((one) => [
          one,
          t(`reports.acts.${one}`),
        ])}
        label={t('reports.act')}
        onChange={setAct}
        value={act}
      />
      {isTimed && <UntilField onChange={setDay} value={day} />}
      {act === 'edit' && (
        <DialogField
          label={t('reports.text')}
          maxLength={LONG_TEXT_MAX}
          note={kind === 'group' ? t('reports.text_note') : undefined}
          onChange={setText}
          rows={6}
          value={text}
        />
      )}
    </ReasonButton>
  )
}
