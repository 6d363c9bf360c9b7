import { useTranslation } from 'react-i18next'
import { useMentions } from '#src/store/linking/useMentions.ts'
import { MentionList } from '#src/ui/MentionList.tsx'

/** Only where the server has announced that there are some. */
export function Mentions({ id }: { id: number }) {
  const { t } = useTranslation()
  const links = useMentions({ kind: 'glossary', id })
  return <MentionList level={4} heading={t('linking.mentioned_in')} links={links} />
}
