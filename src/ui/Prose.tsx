import { joined } from './look.ts'

type Props = { text: string; className?: string; lang?: string | undefined }

/** Plain text: a blank line starts a paragraph, a single line break stays one. */
export function Prose({ text, className, lang }: Props) {
  const paragraphs = text
    .split(/\r?\n[^\S\n]*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph, index) => ({ paragraph, index }))
  return (
    <div lang={lang} className={joined('max-w-measure space-y-[0.9em] font-body', className)}>
      {paragraphs.map(({ paragraph, index }) => (
        <p key={index} className="whitespace-pre-line wrap-anywhere">
          {paragraph}
        </p>
      ))}
    </div>
  )
}
