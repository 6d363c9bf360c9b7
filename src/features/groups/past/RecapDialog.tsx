import { skipToken } from '@reduxjs/toolkit/query'
import { useTranslation } from 'react-i18next'
import type { GameDateId, GroupId } from '#contract/ids.ts'
import { type PastDetails, RECAP_MAX, type Recap } from '#contract/past.ts'
import { announces } from '#src/platform/pageFeatures.ts'
import { useGetPastDateQuery, useSaveRecapMutation } from '#src/store/groups/past/api.ts'
import { useUnsaved } from '#src/store/hooks.ts'
import { refusalOf } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/form/Form.tsx'
import { FormFoot } from '#src/ui/form/FormFoot.tsx'
import { useForm } from '#src/ui/form/useForm.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { TextArea } from '#src/ui/TextField.tsx'
import { TextPreview } from '#src/ui/TextPreview.tsx'
import { TimeSpan } from '#src/ui/Time.tsx'
import { FormattedText } from '../../formatting/FormattedText.tsx'
import { usePreviewParts } from '../../formatting/usePreviewParts.ts'
import { Fact } from '../planning/Fact.tsx'
import { useOvertaken } from '../useOvertaken.ts'
import { RecapText } from './RecapText.tsx'

type Props = { group: GroupId; id: GameDateId | null; onClose: () => void }

export function RecapDialog({ group, id, onClose }: Props) {
  const { t } = useTranslation()
  const { data } = useGetPastDateQuery(id === null ? skipToken : { group_id: group, id })
  return (
    <Modal
      open={id !== null && data !== undefined}
      onClose={onClose}
      title={t('past.recap')}
      closeLabel={t('dashboard.close_dialog')}
      size="large"
      isStatic
    >
      {data && <RecapForm key={id} group={group} details={data} onDone={onClose} />}
    </Modal>
  )
}

type FormProps = { group: GroupId; details: PastDetails; onDone: () => void }

function RecapForm({ group, details: { date, recap }, onDone }: FormProps) {
  const { t } = useTranslation()
  const { opened, current, isConflict, settle } = useOvertaken(recap)
  const [save] = useSaveRecapMutation()
  const keep = `recap/${date.id}`
  const form = useForm({ initial: { text: opened.text }, keep })
  useUnsaved(keep, [form.values.text], [opened.text])

  const handleSubmit = async ({ text }: Pick<Recap, 'text'>) => {
    const { version } = current
    const { error } = await save({ group_id: group, id: date.id, text, version })
    settle(error)
    form.settle(error, onDone)
    return refusalOf<'text'>(error, t, 'past.failed')
  }
  const isFormatted = announces('formatting')
  const Area = isFormatted ? FormattedText : TextArea
  return (
    <Form form={form} onSubmit={handleSubmit} className="flex flex-col gap-4">
      <p className="font-sans font-medium wrap-anywhere">
        <TimeSpan start={date.starts_at} end={date.ends_at} />
        <Fact>{date.title}</Fact>
      </p>
      {(isConflict || form.kept.found?.isOvertaken) && (
        <section aria-label={t('past.theirs')} className="border-s-2 border-gold ps-3">
          <RecapText recap={recap} />
        </section>
      )}
      <Area
        {...form.field('text')}
        data-autofocus
        label={t('past.text')}
        hint={t('past.text_hint')}
        rows={10}
        maxLength={RECAP_MAX}
      />
      {isFormatted && <Preview text={form.values.text} />}
      <FormFoot error={form.error}>
        <Button type="submit" variant="primary" busy={form.isBusy}>
          {t('past.save')}
        </Button>
      </FormFoot>
    </Form>
  )
}

function Preview({ text }: Pick<Recap, 'text'>) {
  const { t } = useTranslation()
  return <TextPreview written={[{ title: t('past.recap'), text }]} parts={usePreviewParts()} />
}
