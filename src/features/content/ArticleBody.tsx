import type { ContentItem } from '#contract/content.ts'
import { LinkedText } from '#src/ui/LinkedText.tsx'
import { useTextLanguage } from '#src/ui/useTextLanguage.ts'
import { useTermParts } from '../linking/useTermParts.ts'

type Props = { article: ContentItem; level: 2 | 3; className: string }

export const ArticleBody = ({ article, level, className }: Props) => (
  <LinkedText
    text={article.description}
    tree={article.description_rich}
    parts={useTermParts()}
    level={level}
    className={className}
    lang={useTextLanguage()(article.language)}
  />
)
