import { useTranslation } from 'react-i18next'
import {
  type GroupPage,
  type GroupTexts,
  NOTE_MAX,
  PURPOSE_MAX,
  TALK_URL_MAX,
} from '#contract/groupPage.ts'
import { useFocusOnShow } from '#kit/useFocusOnShow.ts'
import { safeUrl } from '#shared/safeUrl.ts'
import { announces } from '#src/platform/pageFeatures.ts'
import { useSaveGroupPageMutation } from '#src/store/groups/page/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { useUnsaved } from '#src/store/hooks.ts'
import { refusalOf } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { Form } from '#src/ui/form/Form.tsx'
import { type FormOf, useForm } from '#src/ui/form/useForm.ts'
import { TextArea, TextField } from '#src/ui/TextField.tsx'
import { TextPreview } from '#src/ui/TextPreview.tsx'
import { FormattedText } from '../../formatting/FormattedText.tsx'
import { usePreviewParts } from '../../formatting/usePreviewParts.ts'
import { useOvertaken } from '../useOvertaken.ts'
import { About } from './AboutPart.tsx'

type Props = { group: GroupRow; page: GroupPage; onClose: (isSaved: boolean) => void }

type Texts = Pick<GroupTexts, 'purpose' | 'note'> & { talk_url: string }

const textsIn = ({ purpose, note, talk_url }: GroupPage): Texts => ({
  purpose,
  note,
  talk_url: talk_url ?? '',
})

const typedIn = ({ purpose, note, talk_url }: Texts) => [purpose, note, talk_url]

const urlProblems = ({ talk_url }: Texts) =>
  talk_url === '' || safeUrl(talk_url.trim()) !== null
    ? {}
    : ({ talk_url: 'group_page.bad_url' } as const)

/** The texts of a group. */
export function EditPageForm({ group, page, onClose }: Props) {
  const { t } = useTranslation()
  const heading = useFocusOnShow<HTMLHeadingElement>()
  const { opened, current, isConflict, settle } = useOvertaken(page)
  const [saveTexts] = useSaveGroupPageMutation()
  const keep = `groupPage/${group.id}`
  const form = useForm({ initial: textsIn(opened), rules: urlProblems, say: t, keep })
  useUnsaved(keep, typedIn(form.values), typedIn(textsIn(opened)))

  const handleSubmit = async (texts: Texts) => {
    const { version } = current
    const talk_url = texts.talk_url.trim() || null
    const { error } = await saveTexts({ id: group.id, ...texts, talk_url, version })
    settle(error)
    form.settle(error, () => onClose(true))
    return refusalOf<keyof Texts>(error, t, 'group_page.failed')
  }
  return (
    <Form
      form={form}
      aria-label={t('group_page.edit_form')}
      onSubmit={handleSubmit}
      className="flex w-full max-w-2xl flex-col items-start gap-4"
    >
      <h4 ref={heading} tabIndex={-1} className="font-sans text-ui font-bold outline-none">
        {t('group_page.edit_form')}
      </h4>
      {(isConflict || form.kept.found?.isOvertaken) && <About page={page} />}
      <PageFields form={form} />
      <FormError {...form.error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={form.isBusy}>
          {t('group_page.save')}
        </Button>
        <Button onClick={() => onClose(false)}>{t('group_page.cancel')}</Button>
      </div>
    </Form>
  )
}

function PageFields({ form }: { form: FormOf<Texts> }) {
  const { t } = useTranslation()
  const { field, values } = form
  const isFormatted = announces('formatting')
  const Area = isFormatted ? FormattedText : TextArea
  return (
    <>
      <Area
        {...field('purpose')}
        label={t('group_page.purpose')}
        hint={t('group_page.purpose_hint')}
        maxLength={PURPOSE_MAX}
        className="w-full"
      />
      <Area
        {...field('note')}
        label={t('group_page.note')}
        hint={t('group_page.note_hint')}
        maxLength={NOTE_MAX}
        className="w-full"
      />
      {isFormatted && <Preview texts={values} />}
      <TextField
        {...field('talk_url')}
        label={t('group_page.talk_url')}
        hint={t('group_page.talk_url_hint')}
        type="url"
        autoComplete="off"
        maxLength={TALK_URL_MAX}
        className="w-full"
      />
    </>
  )
}

function Preview({ texts: { purpose, note } }: { texts: Texts }) {
  const { t } = useTranslation()
  const written = [
    { title: t('group_page.purpose'), text: purpose },
    { title: t('group_page.note'), text: note },
  ]
  return <TextPreview written={written} parts={usePreviewParts()} />
}
