import type { Audience as Response } from '#contract/content.ts'
import { deskRoutes } from '#contract/desk.ts'
import { t } from '../i18n.ts'
import { messageOf } from '../parts/useAction.ts'
import { useResponse } from '../parts/useResponse.ts'

type Props = { id: number; isLater?: boolean }

/** Number of members that the publication is mailed to, fetched when the dialog opens. */
export const Audience = ({ id, isLater = false }: Props) => {
  const { data, error } = useResponse(deskRoutes.contents.audience, { id }, { gcTime: 0 })
  return <p role="status">{error ? messageOf(error) : sentence(data, isLater)}</p>
}

function sentence(audience: Response | undefined, isLater: boolean): string {
  if (!audience) return t('contents.counting')
  const { members, silence } = audience
  if (silence !== null) return t(`contents.silence.${silence}`)
  if (members === 0) return t('contents.tell_nobody')
  return t(isLater ? 'contents.tell_later' : 'contents.tell', { smart_count: members })
}
