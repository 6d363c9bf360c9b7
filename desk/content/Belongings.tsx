import { deskCalls } from '#contract/deskCalls.ts'
import type { ContentId } from '#contract/ids.ts'
import { t } from '../i18n.ts'
import { messageOf, useResponse } from '../parts/useAction.ts'

const KINDS = ['registrations', 'pictures', 'messages', 'mails'] as const

type Props = { ids: readonly number[] }

/** What goes with articles when they are deleted, counted when the question opens. */
export const Belongings = ({ ids }: Props) => {
  const { data, error } = useResponse(
    deskCalls.contents.countBelongings,
    { ids: ids.map((id) => id as ContentId) },
    { gcTime: 0 },
  )
  if (!data) return <p role="status">{error ? messageOf(error) : t('belongings.counting')}</p>
  const lines = KINDS.flatMap((kind) =>
    data[kind] > 0 ? [t(`belongings.${kind}`, { smart_count: data[kind] })] : [],
  )
  return (
    <div role="status">
      <p>{lines.length > 0 ? t('belongings.with') : t('belongings.alone')}</p>
      {lines.length > 0 && (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {data.signed_up > 0 && (
        <p className="desk-problem">{t('belongings.ahead', { smart_count: data.signed_up })}</p>
      )}
    </div>
  )
}
