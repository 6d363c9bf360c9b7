import type { MessageKey } from '#src/i18n/messageKeys.ts'
import type { EntryDraft, SectionDraft } from '#src/store/glossary/entryDraft.ts'
import { isBlank } from '#src/ui/form/rules.ts'

/** Names of the fields of a section. */
export const ofSection = ({ key }: Pick<SectionDraft, 'key'>) =>
  ({ title: `title-${key}`, content: `content-${key}` }) as const

/** Values of a draft by the names of its fields in the form. */
export const fieldsIn = ({ title, typeId, sections }: EntryDraft): Record<string, unknown> => ({
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
