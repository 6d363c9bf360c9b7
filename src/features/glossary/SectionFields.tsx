import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LONG_TEXT_MAX } from '#contract/fields.ts'
import { ENTRY_TEXT_MAX, SUB_ENTRIES_MAX } from '#contract/formatting.ts'
import { GLOSSARY_TITLE_MAX } from '#contract/glossary.ts'
import { entryDraftActions } from '#src/store/glossary/draftSlice.ts'
import type { SectionDraft } from '#src/store/glossary/entryDraft.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextArea, TextField } from '#src/ui/TextField.tsx'
import { FormattedText } from '../formatting/FormattedText.tsx'
import { ofSection } from './entryRules.ts'

type Props = {
  sections: readonly SectionDraft[]
  isFormatted: boolean
  errorAt: (field: string) => string | undefined
}

export function SectionFields({ sections, isFormatted, errorAt }: Props) {
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

type GroupProps = {
  section: SectionDraft
  number: number
  isFormatted: boolean
  errorAt: (field: string) => string | undefined
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
