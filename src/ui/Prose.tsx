import { joined } from './look.ts'

/** Plain text: a blank line starts a paragraph, a single line break stays one. */
export function Prose({ text, className }: { text: string; className?: string }) {
  const paragraphs = text
    .split(/\r?\n[^\S\n]*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph, index) => ({ paragraph, index }))
  return (
    <div className={joined('max-w-measure space-y-[0.9em] font-body', className)}>
      {paragraphs.map(({ paragraph, index }) => (
        <p key={index} className="whitespace-pre-line wrap-anywhere">
          {paragraph}
        </p>
      ))}
    </div>
  )
}
