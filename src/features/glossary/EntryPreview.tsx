import type { SectionDraft } from '#src/store/glossary/draftSlice.ts'
import { TextPreview } from '#src/ui/TextPreview.tsx'
import { usePreviewParts } from '../formatting/usePreviewParts.ts'

/** The sections of a new entry as they will be read. */
export function EntryPreview({ sections }: { sections: readonly SectionDraft[] }) {
  const written = sections.map(({ title, content }) => ({ title, text: content.trim() }))
  return <TextPreview written={written} parts={usePreviewParts()} />
}
