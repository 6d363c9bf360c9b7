import { useState } from 'react'
import type { RichText as Tree } from '#contract/formatting.ts'
import { useWritten, type WrittenText } from '#kit/useWritten.ts'
import { Collapse } from './Collapse.tsx'
import { type LoadResult, LoadState } from './LoadState.tsx'
import { RichText } from './RichText.tsx'
import { SkeletonBars } from './Skeleton.tsx'

type TextPreviewProps = {
  written: readonly WrittenText[]
  parts: {
    usePreview: (
      written: readonly WrittenText[],
    ) => LoadResult<readonly (WrittenText & { readonly tree: Tree | null })[]>
    label: string
    emptyText: string
    loadTexts: { message: string; retryLabel: string }
  }
}

/** Preview of the texts of a form. It makes no call before it is opened. */
export function TextPreview({ written, parts }: TextPreviewProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Collapse
      title={parts.label}
      titleClassName="font-sans text-ui font-medium"
      open={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
      className="w-full"
    >
      <Previewed written={written} parts={parts} />
    </Collapse>
  )
}

function Previewed({ written, parts }: TextPreviewProps) {
  const settled = useWritten(written)
  const result = parts.usePreview(settled)
  return (
    <section
      aria-label={parts.label}
      aria-busy={result.isFetching}
      className="border-s-2 border-line py-2 ps-4"
    >
      {settled.length === 0 ? (
        <p className="font-sans text-ui">{parts.emptyText}</p>
      ) : (
        <LoadState result={result} texts={parts.loadTexts} skeleton={<SkeletonBars count={1} />}>
          {(texts) =>
            [...texts.entries()].map(([index, { title, text, tree }]) => (
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
