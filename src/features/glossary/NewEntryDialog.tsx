import { skipToken } from '@reduxjs/toolkit/query'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LONG_TEXT_MAX } from '#contract/fields.ts'
import { ENTRY_TEXT_MAX, SUB_ENTRIES_MAX } from '#contract/formatting.ts'
import { GLOSSARY_TITLE_MAX } from '#contract/glossary.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { announces } from '#src/platform/page.ts'
import { glossaryApi } from '#src/store/glossary/api.ts'
import {
  EMPTY_DRAFT,
  type EntryDraft,
  entryDraftActions,
  type SectionDraft,
} from '#src/store/glossary/draftSlice.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Form, useForm } from '#src/ui/form/Form.tsx'
import { isBlank } from '#src/ui/form/rules.ts'
import { useKept } from '#src/ui/form/useKept.ts'
import { Late } from '#src/ui/Late.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { namedOptions, Select } from '#src/ui/Select.tsx'
import { TextArea, TextField } from '#src/ui/TextField.tsx'
import { FormattedText } from '../formatting/FormattedText.tsx'
import { ImageField, usePickedImage } from './ImageField.tsx'

type TypeFieldsProps = { draft: EntryDraft; error?: string }

function TypeFields({ draft: { typeId, subtypeId, createdId }, error }: TypeFieldsProps) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const { data: types = [] } = glossaryApi.useListGlossaryTypesQuery()
  const { currentData: subtypes = [] } = glossaryApi.useListSubtypesOfTypeQuery(typeId ?? skipToken)
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

const loadPreview = async () =>
  (await import(/* webpackChunkName: "entry-preview" */ '../formatting/TextPreview.tsx'))
    .TextPreview

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

  // The entry is created: another attempt sends the sections alone.
  const isHalfSent = draft.createdId !== null
  return (
    <Form
      form={{ ...form, kept }}
      id={id}
      aria-label={t('glossary.create_title')}
      onSubmit={onSend}
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
        {mayFormat && (
          <Checkbox
            label={t('formatting.light')}
            hint={t('formatting.hint')}
            checked={isFormatted}
            onChange={(isChecked) => dispatch(entryDraftActions.draftFormatChosen(isChecked))}
          />
        )}
      </fieldset>
      <SectionFields sections={draft.sections} isFormatted={isFormatted} errorAt={form.errorAt} />
      {isFormatted && (
        <Late load={loadPreview} props={{ written: draft.sections.map(asWritten) }} />
      )}
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
  const [createEntry, first] = glossaryApi.useCreateGlossaryEntryMutation(SENDING)
  const [createSections, second] = glossaryApi.useCreateGlossarySubEntriesMutation(SENDING)

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

type SectionFieldsProps = {
  sections: readonly SectionDraft[]
  isFormatted: boolean
  errorAt: (field: string) => string | undefined
}

function SectionFields({ sections, isFormatted, errorAt }: SectionFieldsProps) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const adder = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const before = useRef(sections.length)
  useEffect(() => {
    if (sections.length > before.current)
      list.current?.querySelector<HTMLElement>('fieldset:last-of-type input')?.focus()
    // The clicked button was removed with its section.
    else if (sections.length < before.current) adder.current?.focus()
    before.current = sections.length
  }, [sections.length])

  const typed = sections.reduce((sum, { content }) => sum + content.length, 0)
  const room = Math.max(0, ENTRY_TEXT_MAX - typed)

  return (
    <div ref={list} className="space-y-6">
      {sections.map((section, index) => (
        <SectionGroup
          key={section.key}
          section={section}
          number={index + 1}
          isFormatted={isFormatted}
          errorAt={errorAt}
          isOnly={sections.length === 1}
          room={room}
        />
      ))}
      {sections.length < SUB_ENTRIES_MAX && (
        <Button ref={adder} icon="plus" onClick={() => dispatch(entryDraftActions.sectionAdded())}>
          {t('glossary.add_section')}
        </Button>
      )}
    </div>
  )
}

type GroupProps = Omit<SectionFieldsProps, 'sections'> & {
  section: SectionDraft
  number: number
  isOnly: boolean
  /** Characters left in the whole entry. */
  room: number
}

function SectionGroup({ section, number, isFormatted, errorAt, isOnly, room }: GroupProps) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const names = ofSection(section)
  const Text = isFormatted ? FormattedText : TextArea
  return (
    <fieldset className="space-y-4 border-t border-line pt-4">
      <legend className="float-start w-full font-heading text-lg font-bold">
        {t('glossary.section', { number })}
      </legend>
      <TextField
        label={t('glossary.section_title')}
        required
        maxLength={GLOSSARY_TITLE_MAX}
        value={section.title}
        onChange={(title) => dispatch(entryDraftActions.sectionTyped({ ...section, title }))}
        error={errorAt(names.title)}
        className="clear-both"
      />
      <Text
        label={t('glossary.section_text')}
        required
        maxLength={Math.min(LONG_TEXT_MAX, section.content.length + room)}
        value={section.content}
        onChange={(content) => dispatch(entryDraftActions.sectionTyped({ ...section, content }))}
        error={errorAt(names.content)}
      />
      {!isOnly && (
        <Button
          icon="trash"
          onClick={() => dispatch(entryDraftActions.sectionRemoved(section.key))}
        >
          {t('glossary.remove_section')}
        </Button>
      )}
    </fieldset>
  )
}

const asWritten = ({ title, content }: SectionDraft) => ({ title, text: content.trim() })

const ofSection = ({ key }: Pick<SectionDraft, 'key'>) =>
  ({ title: `title-${key}`, content: `content-${key}` }) as const

const fieldsIn = ({ title, typeId, sections }: EntryDraft): Record<string, unknown> => ({
  title,
  typeId,
  ...Object.fromEntries(
    sections.flatMap((section) => [
      [ofSection(section).title, section.title],
      [ofSection(section).content, section.content],
    ]),
  ),
})

/** Why a draft cannot be sent (behaviour 5.10), by field. A section has one message, at its first empty field. */
export function problemsIn({ title, typeId, sections }: EntryDraft): Record<string, MessageKey> {
  const problems: Record<string, MessageKey> = {}
  if (isBlank(title)) problems.title = 'glossary.name_required'
  if (typeId === null) problems.typeId = 'glossary.type_required'
  for (const section of sections) {
    const names = ofSection(section)
    if (isBlank(section.title)) problems[names.title] = 'glossary.section_empty'
    else if (isBlank(section.content)) problems[names.content] = 'glossary.section_empty'
  }
  return problems
}
