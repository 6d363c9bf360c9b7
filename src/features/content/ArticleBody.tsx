import type { ContentItem } from '#contract/schemas/content.ts'
import { LinkedText } from '#src/ui/LinkedText.tsx'
import { useTermParts } from '../linking/useTermParts.ts'

type Props = { article: ContentItem; className: string }

export const ArticleBody = ({ article, className }: Props) => (
  <LinkedText
    text={article.description}
    tree={article.description_rich}
    parts={useTermParts()}
    className={className}
  />
)
