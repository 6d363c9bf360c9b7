import { useTranslation } from 'react-i18next'
import type { GroupId } from '#contract/ids.ts'
import { groupPageApi } from '#src/store/groups/page/api.ts'
import { useSettled } from '#src/ui/useSettled.ts'

type Props = { groupId: GroupId; typed: string; onChoose: (username: string) => void }

/** People with whom the caller has played, below the field for a name. Not a list of the field, whose role stays. */
export function NameSuggestions({ groupId, typed, onChoose }: Props) {
  const { t } = useTranslation()
  const prefix = useSettled(typed.trim())
  const { currentData } = groupPageApi.useListSuggestionsQuery(
    { id: groupId, prefix },
    { skip: prefix === '' },
  )
  const names = (prefix === '' ? [] : (currentData ?? [])).filter(
    ({ username }) => username !== typed.trim(),
  )
  if (names.length === 0) return null
  return (
    <div className="mt-2">
      <p className="font-sans text-sm text-ink-soft">{t('group_page.suggestions')}</p>
      <ul aria-label={t('group_page.suggestions')} className="mt-1 flex flex-wrap gap-2">
        {names.map(({ username }) => (
          <li key={username}>
            <button
              type="button"
              onClick={() => onChoose(username)}
              className="min-h-tap rounded-full border border-current/35 px-4 py-1.5 font-body text-ui leading-snug transition-colors wrap-anywhere hover:border-gold hover:bg-gold/15"
            >
              {username}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
