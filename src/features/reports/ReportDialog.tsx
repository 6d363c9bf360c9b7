import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/fields.ts'
import type { ReportBody } from '#contract/reports.ts'
import { REPORT_REASONS, type ReportReason } from '#contract/sets.ts'
import { statusOf } from '#src/store/http/errors.ts'
import { refusalOf } from '#src/store/refusals.ts'
import { reportsApi } from '#src/store/reports/api.ts'
import { Form, FormFoot, useForm } from '#src/ui/form/Form.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { Select } from '#src/ui/Select.tsx'
import { TextField } from '#src/ui/TextField.tsx'

/** What is reported, as the call takes it. */
export type Thing = Pick<ReportBody, 'kind' | 'id' | 'name'>
type Fields = { reason: ReportReason | ''; line: string }
type Props = { thing: Thing; about: string; onClose: () => void }

const missingReason = ({ reason }: Fields) =>
  reason === '' ? ({ reason: 'report.reason_missing' } as const) : {}

export function ReportDialog({ thing, about, onClose }: Props) {
  const { t } = useTranslation()
  const [report] = reportsApi.useReportMutation()
  const { kind, id = '', name = '' } = thing
  const initial: Fields = { reason: '', line: '' }
  const keep = `report/${kind}/${id}/${name}`
  const form = useForm({ initial, rules: missingReason, say: t, keep })

  const handleSubmit = async ({ reason, line }: Fields) => {
    if (reason === '') return undefined
    const { error } = await report({ ...thing, reason, line })
    form.settle(error, onClose)
    return refusalOf<keyof Fields>(
      error,
      t,
      statusOf(error) === 404 ? 'report.gone' : 'report.failed',
    )
  }
  return (
    <Modal open onClose={onClose} title={t(`report.${kind}`, { name })} isStatic>
      <Form form={form} onSubmit={handleSubmit} className="flex flex-col gap-4">
        {kind !== 'name' && <p className="font-sans text-ui font-medium wrap-anywhere">{about}</p>}
        <Select<Fields['reason']>
          {...form.field('reason')}
          isFirst
          required
          label={t('report.reason')}
          placeholder={t('report.choose_reason')}
          options={REPORT_REASONS.map((value) => ({ value, label: t(`report.reasons.${value}`) }))}
        />
        <TextField
          {...form.field('line')}
          label={t('report.line')}
          autoComplete="off"
          maxLength={TEXT_MAX}
        />
        <p className="font-sans text-sm text-ink-soft">{t('report.then')}</p>
        <FormFoot form={form}>{t('report.send')}</FormFoot>
      </Form>
    </Modal>
  )
}
