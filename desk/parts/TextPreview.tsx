import { styled } from '@mui/material/styles'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDataProvider } from 'react-admin'
import { deskCalls } from '#contract/deskCalls.ts'
import { useWritten, type WrittenText } from '#kit/useWritten.ts'
import { t } from '../i18n.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { ActionButton } from './ActionButton.tsx'
import { RichText } from './RichText.tsx'
import { messageOf } from './useAction.ts'

type Props = { written: readonly WrittenText[] }

/** Preview of texts with light formatting, without the links of names. */
export const TextPreview = ({ written }: Props) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Fold onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t('formats.preview')}</summary>
      {isOpen && <Previewed written={written} />}
    </Fold>
  )
}

const Previewed = ({ written }: Props) => {
  const settled = useWritten(written)
  const { data, error, isFetching, refetch } = usePreview(settled)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has fields
    <div aria-busy={isFetching} aria-label={t('formats.preview')} role="group">
      {settled.length === 0 ? (
        <p>{t('formats.nothing_written')}</p>
      ) : error ? (
        <>
          <p className="desk-problem" role="alert">
            {messageOf(error)}
          </p>
          <ActionButton disabled={isFetching} onClick={() => refetch()}>
            {t('formats.retry')}
          </ActionButton>
        </>
      ) : (
        data?.map(({ title, text, tree }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: texts have no other name
          <div key={index}>
            <p className="desk-quiet">{title}</p>
            <RichText text={text} tree={tree} />
          </div>
        ))
      )}
    </div>
  )
}

function usePreview(written: readonly WrittenText[]) {
  const desk = useDataProvider<DeskDataProvider>()
  return useQuery({
    queryKey: ['preview', written],
    async queryFn() {
      const texts = written.map(({ text }) => text)
      const { trees } = await desk.call(deskCalls.texts.preview, { texts })
      return written.map((each, index) => ({ ...each, tree: trees[index] ?? null }))
    },
    enabled: written.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

const Fold = styled('details')({
  width: '100%',
  margin: '4px 0 12px',
  '& summary': { boxSizing: 'border-box', minHeight: 44, padding: '10px 0', fontWeight: 500 },
  '& > div': { padding: '4px 16px', borderInlineStart: '3px solid var(--gold-deep)' },
})
