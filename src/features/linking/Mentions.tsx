import { useTranslation } from 'react-i18next'
import type { TermRef } from '#src/store/linking/api.ts'
import { MentionList } from '#src/ui/MentionList.tsx'
import { useMentions } from './useMentions.ts'

/** Rendered only if the server has announced mentions. */
export function Mentions({ term, level }: { term: TermRef; level: 2 | 4 }) {
  const { t } = useTranslation()
  return <MentionList level={level} heading={t('linking.mentioned_in')} links={useMentions(term)} />
}
