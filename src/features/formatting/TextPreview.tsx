import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWritten, type WrittenText } from '#kit/useWritten.ts'
import { formattingApi } from '#src/store/formatting/api.ts'
import { Collapse } from '#src/ui/Collapse.tsx'
import { LoadState } from '#src/ui/LoadState.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'

type Props = { written: readonly WrittenText[] }

/** Preview of the texts of a form. It makes no call before it is opened. */
export function TextPreview({ written }: Props) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Collapse
      title={t('formatting.preview')}
      titleClassName="font-sans text-ui font-medium"
      open={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
      className="w-full"
    >
      <Previewed written={written} />
    </Collapse>
  )
}

/** Shows the previous preview while the next one loads, but not after an error. */
function Previewed({ written }: Props) {
  const { t } = useTranslation()
  const settled = useWritten(written)
  const result = formattingApi.usePreviewTextsQuery(settled, { skip: settled.length === 0 })
  const data = result.error === undefined ? result.data : undefined
  return (
    <section
      aria-label={t('formatting.preview')}
      aria-busy={result.isFetching}
      className="border-s-2 border-line py-2 ps-4"
    >
      {settled.length === 0 ? (
        <p className="font-sans text-ui">{t('formatting.nothing_written')}</p>
      ) : (
        <LoadState result={{ ...result, data }} skeleton={<SkeletonBars count={1} />}>
          {(previewed) =>
            [...previewed.entries()].map(([index, { title, text, tree }]) => (
              <div key={index} className="mb-6 last:mb-0">
                <p className="font-sans text-sm font-bold wrap-anywhere">{title}</p>
                <RichText text={text} tree={tree} className="mt-1" />
              </div>
            ))
          }
        </LoadState>
      )}
    </section>
  )
}
