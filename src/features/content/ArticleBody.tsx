import { useTranslation } from 'react-i18next'
import type { ContentItem } from '#contract/schemas/content.ts'
import { LinkedText, TermLinksSwitch } from '#src/ui/LinkedText.tsx'
import { useTermParts } from '../linking/useTermParts.ts'

export function ArticleBody({ article, className }: { article: ContentItem; className: string }) {
  const { t } = useTranslation()
  const { description, description_rich } = article
  const parts = useTermParts()
  return (
    <>
      <LinkedText text={description} tree={description_rich} parts={parts} className={className} />
      <TermLinksSwitch
        trees={[description_rich]}
        labels={{ on: t('linking.switch_on'), off: t('linking.switch_off') }}
      />
    </>
  )
}
