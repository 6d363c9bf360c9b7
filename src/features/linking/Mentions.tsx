import { useTranslation } from 'react-i18next'
import type { TermRef } from '#src/store/linking/api.ts'
import { MentionList } from '#src/ui/MentionList.tsx'
import { useMentions } from './useMentions.ts'

/** Only where the server has announced that there are some. */
export function Mentions({ term, level }: { term: TermRef; level: 2 | 4 }) {
  const { t } = useTranslation()
  return <MentionList level={level} heading={t('linking.mentioned_in')} links={useMentions(term)} />
}
