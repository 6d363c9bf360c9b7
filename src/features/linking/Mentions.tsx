import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { linkedPath, linkingApi, type TermRef } from '#src/store/linking/api.ts'
import { LinkList } from '#src/ui/LinkList.tsx'
import { useListedIn } from '#src/ui/useLanguage.ts'

/** Links to the pages that mention an entry; rendered only if the server has announced some. */
export function Mentions({ term, level }: { term: TermRef; level: 3 | 4 }) {
  const { t } = useTranslation()
  const headingId = useId()
  const { currentData, error } = linkingApi.useGetTermQuery({ ...term, ...useListedIn() })
  const Heading = `h${level}` as const
  // Those of a page are a landmark; a list has many entries.
  const Frame = level === 3 ? 'nav' : 'div'
  if (error !== undefined || currentData?.mentioned_in.length === 0) return null
  return (
    <Frame role={level === 3 ? undefined : 'group'} aria-labelledby={headingId}>
      <Heading id={headingId} className="font-heading text-lg font-bold">
        {t('linking.mentioned_in')}
      </Heading>
      <LinkList
        links={(currentData?.mentioned_in ?? []).map(({ kind, id, ...row }) => ({
          ...row,
          to: linkedPath(kind, id),
        }))}
      />
    </Frame>
  )
}
