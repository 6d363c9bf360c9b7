import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import type { Audience as Response } from '#contract/schemas/deskContent.ts'
import { messageOf } from '../parts/useAct.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { contentWords as words } from './contentWords.ts'

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
  if (!audience) return words.counting
  const { members, silence } = audience
  if (silence !== null) return words.silence[silence]
  if (members === 0) return isLater ? words.tellNobodyLater : words.tellNobody
  return isLater ? words.tellLater(members) : words.tell(members)
}
