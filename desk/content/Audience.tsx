import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import type { Audience as Response } from '#contract/schemas/deskContent.ts'
import { t } from '../i18n.ts'
import { messageOf } from '../parts/useAct.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'

type Props = { id: number; isLater?: boolean }

/** How many members the publication is mailed to, fetched when the dialog opens. */
export const Audience = ({ id, isLater = false }: Props) => {
  const desk = useDataProvider<DeskDataProvider>()
  const { data, error } = useQuery({
    queryKey: ['audience', id],
    queryFn: () => desk.call(deskRoutes.contents.audience, { id }),
    gcTime: 0,
    retry: false,
  })
  return <p role="status">{error ? messageOf(error) : sentence(data, isLater)}</p>
}

function sentence(audience: Response | undefined, isLater: boolean): string {
  if (!audience) return t('contents.counting')
  const { members, silence } = audience
  if (silence !== null) return t(`contents.silence.${silence}`)
  if (members === 0) return isLater ? t('contents.tell_nobody_later') : t('contents.tell_nobody')
  return isLater
    ? t('contents.tell_later', { smart_count: members })
    : t('contents.tell', { smart_count: members })
}
