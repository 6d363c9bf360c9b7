import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NOTE_MAX, PURPOSE_MAX, TALK_URL_MAX, TALK_URL_PATTERN } from '#contract/groupPageLimits.ts'
import type { GroupPage, GroupTexts } from '#contract/schemas/groupPage.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { useFeature } from '#src/store/account/useFeature.ts'
import { useSaveGroupPageMutation } from '#src/store/groups/page/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { useUnsaved } from '#src/store/hooks.ts'
import { statusOf } from '#src/store/http/errors.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { TextArea, TextField } from '#src/ui/TextField.tsx'
import { TextPreview } from '#src/ui/TextPreview.tsx'
import { useFocusOnShow } from '#src/ui/useFocusOnShow.ts'
import { usePreviewParts } from '../../formatting/usePreviewParts.ts'

type Props = { group: GroupRow; page: GroupPage; onClose: (isSaved: boolean) => void }

const TALK_URL = new RegExp(TALK_URL_PATTERN)

/** The texts of a group. When somebody else was quicker, the typed text stays and can be saved over theirs. */
export function EditPageForm({ group, page, onClose }: Props) {
  const { t } = useTranslation()
  const heading = useFocusOnShow<HTMLHeadingElement>()
  const { form, edit, saved, save } = usePageForm(group, page)
  const [isChecked, setIsChecked] = useState(false)
  const isBadUrl = form.talk_url !== '' && !TALK_URL.test(form.talk_url.trim())
  useUnsaved('groupPage', textsOf(form), textsOf(saved))

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsChecked(true)
    if (isBadUrl) {
      const field = event.currentTarget.elements.namedItem('talk_url')
      if (field instanceof HTMLElement) field.focus()
      return
    }
    if (await save.send()) onClose(true)
  }
  return (
    <form
      noValidate
      aria-label={t('group_page.edit_form')}
      onSubmit={(event) => void handleSubmit(event)}
      className="flex w-full max-w-2xl flex-col items-start gap-4"
    >
      <h4 ref={heading} tabIndex={-1} className="font-sans text-ui font-bold outline-none">
        {t('group_page.edit_form')}
      </h4>
      <PageFields form={form} onEdit={edit} isBadUrl={isChecked && isBadUrl} />
      <FormError message={save.error && t(save.error)} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={save.isBusy}>
          {t('group_page.save')}
        </Button>
        <Button onClick={() => onClose(false)}>{t('group_page.cancel')}</Button>
      </div>
    </form>
  )
}

type FieldsProps = {
  form: Form
  onEdit: (change: Partial<Form>) => void
  isBadUrl: boolean
}

function PageFields({ form, onEdit, isBadUrl }: FieldsProps) {
  const { t } = useTranslation()
  const isFormatted = useFeature('formatting')
  return (
    <>
      {isFormatted && <p className="font-sans text-sm">{t('group_page.formatting_hint')}</p>}
      <TextArea
        label={t('group_page.purpose')}
        hint={t('group_page.purpose_hint')}
        maxLength={PURPOSE_MAX}
        value={form.purpose}
        onChange={(purpose) => onEdit({ purpose })}
        className="w-full"
      />
      <TextArea
        label={t('group_page.note')}
        hint={t('group_page.note_hint')}
        maxLength={NOTE_MAX}
        value={form.note}
        onChange={(note) => onEdit({ note })}
        className="w-full"
      />
      {isFormatted && <Preview form={form} />}
      <TextField
        label={t('group_page.talk_url')}
        hint={t('group_page.talk_url_hint')}
        type="url"
        name="talk_url"
        autoComplete="off"
        maxLength={TALK_URL_MAX}
        value={form.talk_url}
        onChange={(talk_url) => onEdit({ talk_url })}
        error={isBadUrl ? t('group_page.bad_url') : undefined}
        className="w-full"
      />
    </>
  )
}

function Preview({ form: { purpose, note } }: { form: Form }) {
  const { t } = useTranslation()
  const written = [
    { title: t('group_page.purpose'), text: purpose },
    { title: t('group_page.note'), text: note },
  ]
  return <TextPreview written={written} parts={usePreviewParts()} />
}

type Form = Pick<GroupTexts, 'purpose' | 'note'> & { talk_url: string }

const formOf = ({ purpose, note, talk_url }: GroupPage): Form => ({
  purpose,
  note,
  talk_url: talk_url ?? '',
})

const textsOf = ({ purpose, note, talk_url }: Form) => [purpose, note, talk_url]

/** A change is made to the version that was there when the form opened, or was shown after a conflict. */
function usePageForm({ id: groupId }: GroupRow, page: GroupPage) {
  const [base] = useState(page)
  const [form, setForm] = useState(() => formOf(page))
  const [saveTexts, { error, isLoading }] = useSaveGroupPageMutation()
  const [isConflict, setIsConflict] = useState(false)

  async function send(): Promise<boolean> {
    const version = isConflict ? page.version : base.version
    const talk_url = form.talk_url.trim() || null
    const { error: refusal } = await saveTexts({ groupId, ...form, talk_url, version })
    setIsConflict(statusOf(refusal) === 409)
    return refusal === undefined
  }
  const failure: MessageKey = isConflict ? 'group_page.conflict' : 'group_page.failed'
  return {
    form,
    saved: formOf(base),
    edit: (change: Partial<Form>) => setForm((typed) => ({ ...typed, ...change })),
    save: { send, isBusy: isLoading, error: error && failure },
  }
}
