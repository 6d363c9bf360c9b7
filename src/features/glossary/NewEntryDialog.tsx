import { skipToken } from '@reduxjs/toolkit/query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { GLOSSARY_TITLE_MAX } from '#contract/glossary.ts'
import { announces } from '#src/platform/pageFeatures.ts'
import {
  useCreateGlossaryEntryMutation,
  useCreateGlossarySubEntriesMutation,
  useListGlossaryTypesQuery,
  useListSubtypesOfTypeQuery,
} from '#src/store/glossary/api.ts'
import { entryDraftActions } from '#src/store/glossary/draftSlice.ts'
import { EMPTY_DRAFT, type EntryDraft } from '#src/store/glossary/entryDraft.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Form } from '#src/ui/form/Form.tsx'
import { useForm } from '#src/ui/form/useForm.ts'
import { useKept } from '#src/ui/form/useKept.ts'
import { Late } from '#src/ui/Late.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { namedOptions, Select } from '#src/ui/Select.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { fieldsIn, problemsIn } from './entryRules.ts'
import { ImageField, usePickedImage } from './ImageField.tsx'
import { SectionFields } from './SectionFields.tsx'

type TypeFieldsProps = { draft: EntryDraft; error?: string }

function TypeFields({ draft: { typeId, subtypeId, createdId }, error }: TypeFieldsProps) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const { data: types = [] } = useListGlossaryTypesQuery()
  const { currentData: subtypes = [] } = useListSubtypesOfTypeQuery(typeId ?? skipToken)
  const isHalfSent = createdId !== null
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Select
        label={t('glossary.type')}
        required
        value={typeId}
        options={namedOptions(types)}
        onChange={(chosen) =>
          chosen !== null && dispatch(entryDraftActions.draftTypeChosen(chosen))
        }
        searchLabel={t('glossary.search_types')}
        emptyText={t('glossary.no_option')}
        placeholder={t('glossary.choose_type')}
        disabled={isHalfSent}
        error={error}
      />
      <Select
        label={t('glossary.subtype')}
        value={subtypeId}
        options={[{ value: null, label: t('glossary.no_subtype') }, ...namedOptions(subtypes)]}
        onChange={(chosen) => dispatch(entryDraftActions.draftSubtypeChosen(chosen))}
        searchLabel={t('glossary.search_subtypes')}
        emptyText={t('glossary.no_option')}
        placeholder={t('glossary.option_pending')}
        disabled={isHalfSent || typeId === null}
      />
    </div>
  )
}

/** Switches light formatting for the sections of a new entry. Only for servers that announce it. */
function FormatField({ isFormatted }: { isFormatted: boolean }) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  return (
    <Checkbox
      label={t('formatting.light')}
      hint={t('formatting.hint')}
      checked={isFormatted}
      onChange={(isChecked) => dispatch(entryDraftActions.draftFormatChosen(isChecked))}
    />
  )
}

const loadPreview = async () =>
  (await import(/* webpackChunkName: "entry-preview" */ './EntryPreview.tsx')).EntryPreview

/** Closing the form loses nothing: the text is in the store, the picture here. */
export function NewEntryDialog() {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const isOpen = useAppSelector((state) => state.entryDraft.isFormOpen)
  const formId = useId()
  const draft = useAppSelector((state) => state.entryDraft.draft)
  // Read on arrival, too, because reusing an entry would replace it.
  const kept = useKept({
    as: 'entry',
    values: draft,
    saved: EMPTY_DRAFT,
    restore: (restored) => dispatch(entryDraftActions.draftRestored(restored)),
  })
  const picked = usePickedImage(useAppSelector((state) => state.entryDraft.draftNumber))
  const { send, isSending } = useSendEntry()
  const close = () => {
    picked.clearProblem()
    dispatch(entryDraftActions.formClosed())
  }
  return (
    <Modal
      open={isOpen}
      onClose={close}
      title={t('glossary.create_title')}
      closeLabel={t('glossary.close_dialog')}
      size="large"
      footer={
        <>
          <Button onClick={close}>{t('glossary.close')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isSending}>
            {t('glossary.send')}
          </Button>
        </>
      }
    >
      <NewEntryForm
        id={formId}
        draft={draft}
        kept={kept}
        picked={picked}
        onSend={() => send(draft, picked.image.file)}
      />
    </Modal>
  )
}

type Props = {
  id: string
  draft: EntryDraft
  kept: ReturnType<typeof useKept>
  picked: ReturnType<typeof usePickedImage>
  onSend: () => Promise<void>
}

function NewEntryForm({ id, draft, kept, picked, onSend }: Props) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const form = useForm({ values: fieldsIn(draft), rules: () => problemsIn(draft), say: t })
  const mayFormat = announces('formatting')
  const isFormatted = mayFormat && draft.isFormatted === true

  const handleSubmit = async () => {
    await onSend()
    return undefined
  }
  // The entry is created: another attempt sends the sections alone.
  const isHalfSent = draft.createdId !== null
  return (
    <Form
      form={{ ...form, kept }}
      id={id}
      aria-label={t('glossary.create_title')}
      onSubmit={handleSubmit}
      className="space-y-6"
    >
      <fieldset disabled={isHalfSent} className="space-y-6 disabled:opacity-70">
        <TextField
          label={t('glossary.name')}
          required
          maxLength={GLOSSARY_TITLE_MAX}
          value={draft.title}
          onChange={(title) => dispatch(entryDraftActions.draftTitleTyped(title))}
          error={form.errorAt('title')}
          data-autofocus
        />
        <ImageField
          {...picked}
          hint={draft.lacksPicture ? t('glossary.image_lost') : t('glossary.image_hint')}
          disabled={isHalfSent}
        />
        <TypeFields draft={draft} error={form.errorAt('typeId')} />
        {mayFormat && <FormatField isFormatted={isFormatted} />}
      </fieldset>
      <SectionFields sections={draft.sections} isFormatted={isFormatted} errorAt={form.errorAt} />
      {isFormatted && <Late load={loadPreview} props={{ sections: draft.sections }} />}
    </Form>
  )
}

/** Shared by name, so that a form that was closed and opened again knows about a pending call. */
const SENDING = { fixedCacheKey: 'new-glossary-entry' }

/**
 * The two steps of a creation: the entry, then its sections (behaviour 7.7). The draft keeps the id of the entry, so that
 * after a failed second step only that is repeated (ruling 35). As specified: failures are silent (behaviour 8.7).
 */
function useSendEntry() {
  const [createEntry, first] = useCreateGlossaryEntryMutation(SENDING)
  const [createSections, second] = useCreateGlossarySubEntriesMutation(SENDING)

  const send = async (draft: EntryDraft, image: File | null) => {
    const { title, typeId, subtypeId, sections, createdId } = draft
    const isFormatted = announces('formatting') && draft.isFormatted === true
    if (typeId === null) return
    const id =
      createdId ??
      (await createEntry({ title: title.trim(), typeId, subtypeId, image, isFormatted })).data
        ?.id ??
      null
    if (id === null) return
    const sub_entries = sections.map((section) => ({
      glossary_entry: id,
      title: section.title.trim(),
      content: section.content.trim(),
    }))
    await createSections({ id, sub_entries })
  }
  return { send, isSending: first.isLoading || second.isLoading }
}
