import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { Audience as Answer } from '#contract/schemas/deskContent.ts'
import { messageOf } from '../parts/useAct.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { contentWords as words } from './contentWords.ts'

type Props = { id: number; isLater?: boolean }

/** Whom the publication is told, as the server says at the moment of asking. */
export const Audience = ({ id, isLater = false }: Props) => {
  const desk = useDataProvider<DeskDataProvider>()
  const { data, error } = useQuery({
    queryKey: ['audience', id],
    queryFn: () => desk.call<Answer>('GET', `contents/${id}/audience`),
    gcTime: 0,
    retry: false,
  })
  return <p role="status">{error ? messageOf(error) : sentence(data, isLater)}</p>
}

function sentence(answer: Answer | undefined, isLater: boolean): string {
  if (!answer) return words.counting
  const { members, silence } = answer
  if (silence !== null) return words.silence[silence] ?? ''
  if (members === 0) return isLater ? words.tellNobodyLater : words.tellNobody
  return isLater ? words.tellLater(members) : words.tell(members)
}
