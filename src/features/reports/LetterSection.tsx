import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LETTER_MAX } from '#contract/reports.ts'
import { useUnsaved } from '#src/store/hooks.ts'
import { refusalOf } from '#src/store/refusals.ts'
import { reportsApi } from '#src/store/reports/api.ts'
import { FormError } from '#src/ui/Field.tsx'
import { Form, Submit, useForm } from '#src/ui/form/Form.tsx'
import { filled } from '#src/ui/form/rules.ts'
import { SummaryRow } from '#src/ui/SummaryRow.tsx'
import { TextArea } from '#src/ui/TextField.tsx'

const NO_LETTER = { text: '' }
const missing = filled({ text: 'report.letter_missing' } as const)

/** A letter of a member to the team. */
export function LetterSection() {
  const { t } = useTranslation()
  const [write] = reportsApi.useWriteToTeamMutation()
  const [isSent, setIsSent] = useState(false)
  const form = useForm({ initial: NO_LETTER, rules: missing, say: t, keep: 'letter' })
  useUnsaved('letter', [form.values.text])

  const handleSubmit = async (letter: typeof NO_LETTER) => {
    setIsSent(false)
    const { error } = await write(letter)
    if (!error) form.clear(letter)
    setIsSent(!error)
    return refusalOf<'text'>(error, t, 'report.failed')
  }
  return (
    <SummaryRow
      name="letter"
      level={4}
      title={t('report.letter')}
      fact={null}
      hint={t('report.write')}
      lead={t('report.letter_lead')}
    >
      <Form form={form} aria-label={t('report.letter')} onSubmit={handleSubmit}>
        <TextArea
          {...form.field('text')}
          required
          label={t('report.text')}
          maxLength={LETTER_MAX}
          className="w-full"
        />
        <FormError {...form.error} />
        <Submit of={form}>{t('report.send_letter')}</Submit>
      </Form>
      <p role="status" className="font-sans text-ui empty:sr-only">
        {isSent && t('report.letter_sent')}
      </p>
    </SummaryRow>
  )
}
